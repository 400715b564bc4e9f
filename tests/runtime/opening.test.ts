import { describe, expect, it } from 'vitest';
import type { OpeningTimes } from '../../src/model/definitions.g';
import { findOpeningDay, findOpeningState } from '../../src/runtime/opening';
import { formatIso } from '../../src/runtime/time';

const usual = { opens: '09:00', closes: '17:00', lastEntry: '16:30' } as const;
const opening: OpeningTimes = {
  weekly: {
    usual: { days: ['tuesday', 'thursday', 'sunday'], hours: [usual] },
    split: {
      days: ['wednesday'],
      hours: [
        { opens: '09:00', closes: '12:00' },
        { opens: '13:30', closes: '24:00' },
      ],
    },
    night: { days: ['friday'], hours: [{ opens: '18:00', closes: '02:00', lastEntry: '01:00', nextDay: true }] },
  },
  special: {
    works: { title: '维修', from: '2026-12-01', to: '2026-12-06' },
    holiday: { title: '元旦', from: '2027-01-01', to: '2027-01-03', hours: [{ opens: '10:00', closes: '16:00' }] },
  },
};

const at = (moment: string): number => Date.parse(`${moment}+08:00`);

describe('how an institution stands', () => {
  // 2026-11-24 is a Tuesday; Mondays and Saturdays are closed.
  it.each([
    ['2026-11-24T00:00', 'before', '09:00 2026-11-24', '2026-11-24T09:00'],
    ['2026-11-24T08:59', 'before', '09:00 2026-11-24', '2026-11-24T09:00'],
    ['2026-11-24T09:00', 'open', 'until 17:00', '2026-11-24T16:30'],
    ['2026-11-24T16:30', 'noEntry', '09:00 2026-11-25', '2026-11-24T17:00'],
    ['2026-11-24T17:00', 'over', '09:00 2026-11-25', '2026-11-25T00:00'],
    ['2026-11-25T12:00', 'pause', '13:30 2026-11-25', '2026-11-25T13:30'],
    ['2026-11-25T23:59', 'open', 'until 24:00', '2026-11-26T00:00'],
    ['2026-11-23T12:00', 'closed', '09:00 2026-11-24', '2026-11-24T00:00'],
    ['2026-11-27T23:30', 'open', 'until 02:00', '2026-11-28T00:00'],
    ['2026-11-28T00:30', 'open', 'until 02:00', '2026-11-28T01:00'],
    ['2026-11-28T01:00', 'noEntry', '09:00 2026-11-29', '2026-11-28T02:00'],
    ['2026-11-28T02:00', 'closed', '09:00 2026-11-29', '2026-11-29T00:00'],
    ['2026-12-01T10:00', 'closed', '09:00 2026-12-08', '2026-12-02T00:00'],
    ['2027-01-02T10:00', 'open', 'until 16:00', '2027-01-02T16:00'],
    ['2027-01-03T16:00', 'over', '09:00 2027-01-05', '2027-01-04T00:00'],
  ])('at %s it is %s, %s', (moment, phase, words, changesAt) => {
    const state = findOpeningState(opening, at(`${moment}:00`));
    const next = state.until === undefined ? `${state.next?.hours[0]?.opens} ${state.next?.date}` : `until ${state.until}`;
    expect([state.phase, next, formatIso(state.changesAt).slice(0, 16)]).toEqual([phase, words, changesAt]);
  });

  it('a special day has its own hours and its name, and takes the place of the weekday', () => {
    expect(findOpeningDay(opening, '2026-12-01')).toEqual({ date: '2026-12-01', title: '维修', hours: [] });
    expect(findOpeningDay(opening, '2026-12-07')).toEqual({ date: '2026-12-07', hours: [] });
    expect(findOpeningDay(opening, '2027-01-01').hours).toEqual([{ opens: '10:00', closes: '16:00' }]);
  });

  it('one that never opens again says no day', () => {
    const gone: OpeningTimes = { ...opening, special: { gone: { title: '闭馆', from: '2026-01-01', to: '2099-12-31' } } };
    expect(findOpeningState(gone, at('2026-11-24T10:00:00'))).not.toHaveProperty('next');
  });
});
