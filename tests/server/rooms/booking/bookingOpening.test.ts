import { describe, expect, it } from 'vitest';
import type { CompiledModule } from '../../../../src/model/compiled';
import type { Times } from '../../../../src/model/definitions.g';
import type { JsonObject } from '../../../../src/model/json';
import { readOpening } from '../../../../src/server/rooms/booking/opening';
import { checkTime } from '../../../../src/server/rooms/booking/rules';

const moduleWith = (times?: Partial<Times>): CompiledModule => ({
  name: 'm',
  endpoints: {},
  slots: {},
  tags: [],
  grams: [],
  shapeHash: '',
  lifecycle: { states: {}, moves: {} },
  definition: {
    title: 'M',
    pages: {},
    booking: {
      bookable: '/bookable',
      review: '/review',
      checkIn: '/checkIn',
      begin: '/startTime',
      end: '/endTime',
      weekdays: '/cycle',
      days: '/days',
      lead: '/leadHours',
      sections: { list: '/timeSectionData', on: '/isTimeSection', begin: '/startTime', end: '/endTime' },
    },
    forms: {
      f: {
        fields: {
          a: { field: 'text' },
          b: { field: 'timeSlots', ...(times ? { times: { info: '/times/item', taken: 'taken', ...times } } : {}) },
        },
        submit: { source: 's', label: 'S' },
      },
    },
  },
});
const opening = (item: JsonObject, times?: Partial<Times>, booking?: { days?: number; leadHours?: number }) =>
  readOpening(item, moduleWith(times), booking ? { booking } : {});
const usual = {
  bookable: true,
  review: true,
  checkIn: true,
  hours: { from: 540, to: 1080 },
  cycle: [0, 1, 2, 3, 4, 5, 6],
  days: 30,
  lead: 0,
  grid: 30,
};

describe('when something can be booked', () => {
  it.each<[string, JsonObject, Partial<Times> | undefined, object]>([
    ['nothing said', {}, undefined, usual],
    ['the definition has a number of days', {}, { days: 14 }, { ...usual, days: 14 }],
    ['[PICK-05] only the first days can be chosen', {}, { first: 4 }, { ...usual, days: 4 }],
    ['[PICK-05] fewer than the item has', { days: 60 }, { first: 4 }, { ...usual, days: 4 }],
    ['the item has its own', { days: 60 }, { days: 14 }, { ...usual, days: 60 }],
    ['another grid', {}, { minutes: 60 }, { ...usual, grid: 60 }],
    ['hours that are none', { startTime: 'morning', endTime: '25:00' }, undefined, usual],
    ['no weekday', { cycle: [] }, undefined, { ...usual, cycle: [] }],
    [
      'sections in any order, some of them none',
      {
        isTimeSection: 2,
        timeSectionData: [
          { startTime: '14:00', endTime: '16:00' },
          { startTime: '9:00', endTime: '11:00' },
          { startTime: '12:00', endTime: '12:00' },
          'x',
        ],
      },
      undefined,
      {
        ...usual,
        sections: [
          { from: 540, to: 660 },
          { from: 840, to: 960 },
        ],
      },
    ],
    [
      '[PICK-18] sections that do not count',
      { isTimeSection: 0, timeSectionData: [{ startTime: '14:00', endTime: '16:00' }] },
      undefined,
      usual,
    ],
  ])('%s', (_what, item, times, found) => {
    expect(opening(item, times)).toEqual(found);
  });

  it.each([
    ['2026-11-20 09:00-10:00', '2026-11-20T08:59:59+08:00', undefined],
    ['2026-11-20 09:00-10:00', '2026-11-20T09:00:00+08:00', 'bookingTimePast'],
    ['2026-11-20 17:30-18:00', '2026-11-20T09:00:00+08:00', undefined],
    ['2026-12-19 09:00-10:00', '2026-11-20T23:59:59+08:00', undefined],
    ['2026-12-20 09:00-10:00', '2026-11-20T23:59:59+08:00', 'bookingTooFar'],
    ['2026-12-20 09:00-10:00', '2026-11-21T00:00:00+08:00', undefined],
  ])('[PICK-01] %s asked for at %s, on the clocks of Shanghai: %s', (text, now, fault) => {
    const checked = checkTime(text, opening({}), Date.parse(now));
    expect('fault' in checked ? checked.fault.code : undefined).toBe(fault);
  });

  it.each([
    ['the settings of the institution', {}, { days: 14, leadHours: 48 }, [14, 48]],
    ['what the item says before them', { days: 60, leadHours: 0 }, { days: 14, leadHours: 48 }, [60, 0]],
  ])('goes by %s', (_what, item, booking, found) => {
    const { days, lead } = opening(item, {}, booking);
    expect([days, lead]).toEqual(found);
  });

  it.each([
    ['2026-11-22 09:00-10:00', '2026-11-20T09:00:00+08:00', undefined],
    ['2026-11-22 09:00-10:00', '2026-11-20T09:00:01+08:00', { hours: 48, days: 2 }],
    ['2026-11-20 09:00-10:00', '2026-11-20T09:00:00+08:00', 'bookingTimePast'],
  ])('%s, two days ahead at least, asked for at %s: %j', (text, now, fault) => {
    const checked = checkTime(text, opening({ leadHours: 48 }), Date.parse(now));
    const found = 'fault' in checked ? checked.fault : undefined;
    expect(found?.code === 'bookingTooSoon' ? found.values : found?.code).toEqual(fault);
  });
});
