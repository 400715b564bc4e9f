import { describe, expect, it } from 'vitest';
import type { MonthCalendar } from '../../src/model/definitions.g';
import { isMonth } from '../../src/runtime/calendar';
import { buildMonth, placeEntries } from '../../src/runtime/month';

const now = Date.parse('2026-11-24T10:00:00+08:00');

describe('a month', () => {
  it.each(['2026-13', '2026-00', '1899-12', '0000-01', '26-11', '2026-1', '', '2026-11-01', '10000-01', '二〇二六'])('%j is none', (text) =>
    expect(isMonth(text)).toBe(false),
  );
  it.each(['1900-01', '2026-11', '9999-12'])('%s is one', (text) => expect(isMonth(text)).toBe(true));

  it('begins its weeks on Mondays, with the days around it, and is that of now unless it is named', () => {
    const month = buildMonth(undefined, now);
    expect(month).toMatchObject({
      year: 2026,
      month: 11,
      first: '2026-11-01',
      last: '2026-11-30',
      previous: '2026-10',
      next: '2026-12',
      isCurrent: true,
    });
    expect(month.weeks.map((week) => week[0]?.date)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(month.weeks.flat().filter(({ inMonth }) => inMonth)).toHaveLength(30);
  });

  it.each([
    ['2027-01', '2026-12', '2027-02'],
    ['2024-02', '2024-01', '2024-03'],
    ['2031-12', '2031-11', undefined],
    ['9999-12', undefined, undefined],
    ['1900-01', undefined, undefined],
  ])('%s leads to %s and %s: links come to an end', (name, previous, next) => {
    const month = buildMonth(name, now);
    expect([month.previous, month.next]).toEqual([previous, next]);
  });
});

describe('entries of a month', () => {
  const calendar: MonthCalendar = { filter: 'dates', begin: '/begin', end: '/end' };
  const month = buildMonth('2026-11', now);
  const daysOf = (begin: string, end?: string): string[] => {
    const { days, lasting } = placeEntries([{ id: 'one', begin, ...(end === undefined ? {} : { end }) }], calendar, month);
    return lasting.length > 0 ? ['lasting'] : [...days].flatMap(([date, rows]) => (rows.length > 0 ? [date.slice(8)] : []));
  };

  it.each<[string, string, string | undefined, string[]]>([
    ['is on its day', '2026-11-05 19:00', '2026-11-05 21:00', ['05']],
    ['without an end is on the day when it begins', '2026-11-05 19:00', undefined, ['05']],
    ['that ends at midnight has no part of the next day', '2026-11-05 19:00', '2026-11-06 00:00', ['05']],
    ['across midnight is on both days', '2026-11-05 19:00', '2026-11-06 00:30', ['05', '06']],
    ['of several days is on each', '2026-11-05 19:00', '2026-11-07 09:00', ['05', '06', '07']],
    ['that began the month before is on what is left of it', '2026-10-30 19:00', '2026-11-02 09:00', ['01', '02']],
    ['that ends the month after is on what there is of it', '2026-11-29 19:00', '2026-12-02 09:00', ['29', '30']],
    [
      'of two weeks is on its days',
      '2026-11-02 09:00',
      '2026-11-15 17:00',
      ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15'],
    ],
    ['of longer stands above them', '2026-11-02 09:00', '2026-11-16 17:00', ['lasting']],
    ['whose end is before its beginning is on the day when it begins', '2026-11-05 19:00', '2026-11-01 09:00', ['05']],
    ['without a time is on none', '', undefined, []],
  ])('one %s', (_what, begin, end, expected) => expect(daysOf(begin, end)).toEqual(expected));
});
