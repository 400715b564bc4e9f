import { describe, expect, it, test } from 'vitest';
import {
  listDays,
  findMonth,
  groupByMonth,
  stepDay,
  groupByWeek,
  type DayView,
  type PickerDay,
} from '../../../../src/portal/custom/picker/days';
import {
  extend,
  fill,
  determineFreeStates,
  countHours,
  groupByPart,
  findPlaces,
  toRanges,
  readRanges,
  listSpans,
  stepSlot,
  toggle,
  type Choice,
  type FreeState,
  type Hours,
} from '../../../../src/portal/custom/picker/hours';
import type { TimeInfo } from '../../../../src/portal/custom/picker/kinds';
import { formatRange, parseClock } from '../../../../src/runtime/venueTime';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const infoOf = (rest: Partial<TimeInfo> = {}): TimeInfo => ({
  isTimeSection: 0,
  startTime: '09:00',
  endTime: '18:00',
  cycle: everyDay,
  sections: [],
  ...rest,
});
const grid = { days: 30, from: '06:30', to: '23:00', minutes: 30 };
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00+08:00`);
const windowOf = (
  from: string,
  { days = 30, first, cycle = everyDay }: { days?: number; first?: number; cycle?: readonly number[] } = {},
): PickerDay[] => listDays(infoOf({ cycle }), { ...grid, days, first }, Date.parse(`${from}T08:00:00+08:00`));

describe('days', () => {
  it.each([
    ['2026-11-20T08:00:00+08:00', '2026-11-20', '2026-12-19'],
    ['2026-11-20T15:59:00Z', '2026-11-20', '2026-12-19'],
    ['2026-11-20T16:00:00Z', '2026-11-21', '2026-12-20'],
    ['2027-12-31T23:59:59+08:00', '2027-12-31', '2028-01-29'],
    ['2028-01-31T00:00:00+08:00', '2028-01-31', '2028-02-29'],
  ])('[PICK-01] at %s are 30, from %s on the clocks of Asia/Shanghai to %s', (now, first, last) => {
    const days = listDays(infoOf(), grid, Date.parse(now));
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, first, last]);
    expect(new Set(days.map(({ day }) => day)).size).toBe(30);
  });

  it.each([
    [
      '2026-11-20',
      30,
      [
        [11, 11],
        [12, 19],
      ],
    ],
    ['2026-12-01', 30, [[12, 30]]],
    [
      '2026-12-31',
      30,
      [
        [12, 1],
        [1, 29],
      ],
    ],
    [
      '2027-01-31',
      30,
      [
        [1, 1],
        [2, 29],
      ],
    ],
    [
      '2027-01-30',
      30,
      [
        [1, 2],
        [2, 28],
      ],
    ],
    [
      '2026-11-20',
      92,
      [
        [11, 11],
        [12, 31],
        [1, 31],
        [2, 19],
      ],
    ],
  ])(
    '[PICK-02] from %s for %i days are split into this month and the next, whose last days may be those of a third',
    (from, days, months) => {
      expect(groupByMonth(windowOf(from, { days })).map((month) => [month[0]?.month, month.length])).toEqual(months);
    },
  );

  const bookable = (days: readonly PickerDay[]): number[] => days.filter((day) => day.bookable).map(({ date }) => date);
  test('[PICK-03] [PICK-19] can be booked on the weekdays of the cycle, 0 is Sunday', () => {
    expect(bookable(windowOf('2026-11-20', { days: 10, cycle: [0, 3] }))).toEqual([22, 25, 29]);
    expect(windowOf('2026-11-20', { days: 3 }).map(({ weekday }) => weekday)).toEqual([5, 6, 0]);
    expect(bookable(windowOf('2026-11-20', { cycle: [] }))).toEqual([]);
  });
  test('[PICK-05] are shown all, but only the first four can be booked where that is so', () => {
    const days = windowOf('2026-11-20', { first: 4, cycle: [5, 6, 1, 2] });
    expect([days.length, bookable(days)]).toEqual([30, [20, 21, 23]]);
  });
  it.each([
    ['17:29', true],
    ['17:30', false],
    ['23:00', false],
  ])('today at %s can be booked: %j, as its last slot begins at 17:30', (clock, can) => {
    expect(
      listDays(infoOf(), grid, at(clock))
        .map((day) => day.bookable)
        .slice(0, 2),
    ).toEqual([can, true]);
  });
  it.each([
    [{ leadHours: 24 }, '08:00', ['soon', undefined, undefined]],
    [{ leadHours: 24 }, '17:45', ['soon', 'soon', undefined]],
    [{ leadHours: 2 }, '15:00', [undefined, undefined, undefined]],
    [{ leadHours: 2 }, '15:30', ['soon', undefined, undefined]],
    [{ days: 2 }, '08:00', [undefined, undefined, 'far']],
  ])('with %j at %s say why they cannot be booked: %j', (limits, clock, reasons) => {
    const days = listDays(infoOf(limits), grid, at(clock)).slice(0, 3);
    expect(days.map(({ reason }) => reason)).toEqual(reasons);
    expect(days.map(({ bookable: can }) => can)).toEqual(reasons.map((reason) => reason === undefined));
  });
  test('of a venue with no section cannot be booked', () => {
    expect(listDays(infoOf({ isTimeSection: 1 }), grid, at('08:00')).some((day) => day.bookable)).toBe(false);
  });

  const lines = (days: readonly PickerDay[]): string[] => groupByWeek(days).map((week) => week.map((day) => day?.date ?? '-').join(' '));
  it.each<[string, string[][]]>([
    [
      '2026-11-20',
      [
        ['- - - - 20 21 22', '23 24 25 26 27 28 29', '30 - - - - - -'],
        ['- 1 2 3 4 5 6', '7 8 9 10 11 12 13', '14 15 16 17 18 19 -'],
      ],
    ],
    [
      '2027-01-31',
      [['- - - - - - 31'], ['1 2 3 4 5 6 7', '8 9 10 11 12 13 14', '15 16 17 18 19 20 21', '22 23 24 25 26 27 28', '1 - - - - - -']],
    ],
  ])('[PICK-04] from %s lie in weeks from Monday', (from, weeks) => {
    expect(groupByMonth(windowOf(from)).map(lines)).toEqual(weeks);
  });

  it.each<[string, string, DayView, string | undefined]>([
    ['2026-11-21', 'ArrowRight', 'strip', '2026-11-22'],
    ['2026-11-21', 'ArrowLeft', 'strip', '2026-11-20'],
    ['2026-11-20', 'ArrowLeft', 'strip', undefined],
    ['2026-11-30', 'ArrowRight', 'strip', '2026-12-01'],
    ['2026-12-19', 'ArrowRight', 'grid', undefined],
    ['2026-11-21', 'ArrowDown', 'strip', undefined],
    ['2026-11-21', 'ArrowDown', 'grid', '2026-11-28'],
    ['2026-11-28', 'ArrowDown', 'grid', '2026-12-05'],
    ['2026-12-05', 'ArrowUp', 'grid', '2026-11-28'],
    ['2026-11-21', 'ArrowUp', 'grid', undefined],
    ['2026-12-15', 'ArrowDown', 'grid', undefined],
    ['2026-11-25', 'Home', 'grid', '2026-11-23'],
    ['2026-11-25', 'End', 'grid', '2026-11-29'],
    ['2026-11-22', 'Home', 'grid', '2026-11-20'],
    ['2026-11-25', 'Home', 'strip', '2026-11-20'],
    ['2026-11-25', 'End', 'strip', '2026-11-30'],
    ['2026-11-25', 'PageDown', 'grid', '2026-12-19'],
    ['2026-12-05', 'PageUp', 'grid', '2026-11-20'],
    ['2026-12-19', 'PageDown', 'strip', undefined],
    ['2026-11-21', 'PageUp', 'strip', undefined],
    ['2026-11-21', 'x', 'grid', undefined],
  ])('from %s %s in the %s leads to %s', (from, key, view, to) => {
    const months = groupByMonth(windowOf('2026-11-20'));
    const place = months.flat().find(({ day }) => day === from)?.index ?? -1;
    expect(months.flat().find(({ index }) => index === stepDay(months, place, key, view))?.day).toBe(to);
  });
  test('know their month', () => {
    const months = groupByMonth(windowOf('2026-11-20'));
    expect([0, 10, 11, 29].map((index) => findMonth(months, index))).toEqual([0, 0, 1, 1]);
  });
});

describe('slots', () => {
  const slots = listSpans(infoOf(), grid);
  const clocks = (states: readonly FreeState[], state: FreeState): string[] =>
    states.flatMap((each, place) => (each === state ? [formatRange(slots[place] ?? { from: 0, to: 0 }).slice(0, 5)] : []));
  const place = (clock: string): number => slots.findIndex(({ from }) => from === parseClock(clock));
  const on = (...records: string[]): Hours => ({
    spans: slots,
    states: determineFreeStates(
      infoOf(),
      slots,
      readRanges(
        '2026-11-21',
        records.map((record) => `2026-11-21 ${record}`),
      ),
      -1,
    ),
    continuous: true,
  });
  const told = (choice: Choice): string =>
    typeof choice === 'string' ? choice : toRanges({ spans: slots, continuous: true }, choice).map(formatRange).join() || 'none';
  const chosen = (range: string): number[] =>
    range === '' ? [] : findPlaces({ spans: slots, continuous: true }, readRanges('2026-11-21', [`2026-11-21 ${range}`]));

  test('[PICK-06] [PICK-23] are the 33 half hours from 06:30 to 23:00', () => {
    expect([slots.length, formatRange(slots[0] ?? { from: 0, to: 0 }), formatRange(slots.at(-1) ?? { from: 0, to: 0 })]).toEqual([
      33,
      '06:30-07:00',
      '22:30-23:00',
    ]);
    expect(slots.every(({ from, to }, index) => to - from === 30 && from === 390 + index * 30)).toBe(true);
    expect(listSpans(infoOf(), { from: '08:00', to: '12:00', minutes: 60 }).map(formatRange)).toEqual([
      '08:00-09:00',
      '09:00-10:00',
      '10:00-11:00',
      '11:00-12:00',
    ]);
    expect(groupByPart(slots).map(({ part, from, to }) => [part, to - from])).toEqual([
      ['morning', 11],
      ['afternoon', 12],
      ['evening', 10],
    ]);
  });

  it.each([
    ['09:00', '18:00', '09:00', '17:30', 18],
    ['9:00', '17:30', '09:00', '17:00', 17],
    ['09:00:00', '21:00:00', '09:00', '20:30', 24],
    ['09:10', '18:20', '09:30', '17:30', 17],
    ['', '', '09:00', '17:30', 18],
    ['18:00', '09:00', '09:00', '17:30', 18],
    ['00:00', '24:00', '06:30', '22:30', 33],
  ])(
    '[PICK-12] [PICK-17] of a venue that is open from %j to %j can be booked from %s to that at %s; without a range it is 9:00 to 18:00',
    (startTime, endTime, first, last, count) => {
      const open = clocks(determineFreeStates(infoOf({ startTime, endTime }), slots, [], -1), 'open');
      expect([open[0], open.at(-1), open.length]).toEqual([first, last, count]);
    },
  );

  test('[PICK-07] that share a minute with a booked time are taken; records of other days and unreadable ones count for nothing', () => {
    const taken = readRanges('2026-11-21', [
      '2026-11-21 09:00-10:00',
      '2026-11-21 13:15-13:45,16:00-16:30',
      '2026-11-22 11:00-12:00',
      'tomorrow',
      '2026-11-21',
    ]);
    expect(clocks(determineFreeStates(infoOf(), slots, taken, -1), 'taken')).toEqual(['09:00', '09:30', '13:00', '13:30', '16:00']);
  });
  it.each([
    ['09:29', '09:00'],
    ['09:30', '09:30'],
    ['11:31', '11:30'],
  ])('that have begun at %s are past, the last of them at %s', (clock, last) => {
    expect(clocks(determineFreeStates(infoOf(), slots, [], parseClock(clock) ?? 0), 'past').at(-1)).toBe(last);
  });

  it.each([
    ['', '10:00', '10:00-10:30'],
    ['10:00-10:30', '10:00', 'none'],
    ['10:00-10:30', '12:00', '10:00-12:30'],
    ['10:00-10:30', '09:00', '09:00-10:30'],
    ['10:00-11:00', '11:00', '10:00-11:30'],
    ['10:00-12:00', '10:00', '10:30-12:00'],
    ['10:00-12:00', '11:30', '10:00-11:30'],
    ['10:00-12:00', '11:00', '10:00-11:00'],
    ['10:00-10:30', '18:00', '10:00-10:30'],
    ['', '06:30', 'none'],
    ['10:00-10:30', '14:00', '10:00-10:30'],
  ])('[PICK-13] [PICK-14] with %j chosen, a click on %s leaves %s', (before, clock, after) => {
    expect(told(toggle(on('14:00-15:00'), chosen(before), place(clock)))).toBe(after);
  });
  it.each([
    ['10:00-10:30', '15:00', 'taken'],
    ['15:30-16:00', '13:30', 'taken'],
    ['10:00-10:30', '13:30', '10:00-14:00'],
    ['15:00-15:30', '17:30', '15:00-18:00'],
  ])('[PICK-15] with %s chosen, a click on %s past a taken time comes to %s', (before, clock, after) => {
    expect(told(toggle(on('14:00-15:00'), chosen(before), place(clock)))).toBe(after);
  });
  it.each([
    ['', '10:00', '10:30', '10:00-11:00'],
    ['10:00-10:30', '10:00', '10:30', '10:00-11:00'],
    ['10:00-11:30', '11:00', '10:30', '10:00-11:00'],
    ['10:00-11:00', '10:00', '09:30', '09:30-11:00'],
    ['10:00-11:00', '10:30', '10:00', '10:00-10:30'],
    ['10:00-10:30', '10:00', '09:30', '09:30-10:30'],
    ['13:00-14:00', '13:30', '14:00', 'taken'],
    ['17:00-18:00', '17:30', '18:00', 'closed'],
  ])('with %j chosen, Shift takes the focus from %s to %s and the choice to %s', (before, from, to, after) => {
    expect(told(extend(on('14:00-15:00'), chosen(before), place(from), place(to)))).toBe(after);
  });
  test('between two are all of them', () => {
    expect([
      fill(['open', 'open', 'open'], 0, 2),
      fill(['open', 'past', 'open'], 0, 2),
      fill(['open', 'past', 'taken', 'open'], 0, 3),
    ]).toEqual([[0, 1, 2], 'closed', 'taken']);
  });

  it.each<[number, string, number | undefined]>([
    [0, 'ArrowRight', 1],
    [0, 'ArrowLeft', undefined],
    [10, 'ArrowRight', 11],
    [32, 'ArrowRight', undefined],
    [0, 'Home', 0],
    [5, 'End', 32],
    [5, 'Home', 0],
    [1, 'ArrowDown', 7],
    [7, 'ArrowDown', 12],
    [5, 'ArrowDown', 10],
    [10, 'ArrowDown', 15],
    [20, 'ArrowDown', 26],
    [24, 'ArrowDown', 30],
    [28, 'ArrowDown', 32],
    [31, 'ArrowDown', undefined],
    [12, 'ArrowUp', 7],
    [16, 'ArrowUp', 10],
    [3, 'ArrowUp', undefined],
    [23, 'ArrowUp', 17],
    [0, 'a', undefined],
  ])('in rows of six under the parts of the day, from %i %s leads to %j', (from, key, to) => {
    expect(stepSlot([11, 12, 10], 6, from, key)).toBe(to);
  });
});

describe('[PICK-18] sections', () => {
  const info = infoOf({
    isTimeSection: 2,
    startTime: '',
    endTime: '',
    sections: [
      { startTime: '14:00', endTime: '16:00' },
      { startTime: '09:00', endTime: '11:00' },
      { startTime: '10:00', endTime: '12:00' },
      { startTime: '19:00', endTime: '21:00' },
      { startTime: 'x', endTime: '' },
    ],
  });
  const spans = listSpans(info, grid);
  const hours = (...taken: string[]): Hours => ({
    spans,
    states: determineFreeStates(info, spans, readRanges('2026-11-21', taken), -1),
    continuous: false,
  });
  const told = (choice: Choice): string[] | string =>
    typeof choice === 'string' ? choice : toRanges({ spans, continuous: false }, choice).map(formatRange);

  test('take the place of the grid, in order', () => {
    expect(spans.map(formatRange)).toEqual(['09:00-11:00', '10:00-12:00', '14:00-16:00', '19:00-21:00']);
  });
  test('may be several with others between, each by itself', () => {
    expect(told(toggle(hours(), [0], 3))).toEqual(['09:00-11:00', '19:00-21:00']);
    expect(told(toggle(hours('2026-11-21 14:00-16:00'), [0], 3))).toEqual(['09:00-11:00', '19:00-21:00']);
    expect(told(toggle(hours(), [0, 2, 3], 2))).toEqual(['09:00-11:00', '19:00-21:00']);
  });
  test('that are taken, even in part, cannot be chosen', () => {
    expect(hours('2026-11-21 09:00-11:00,15:30-17:00').states).toEqual(['taken', 'taken', 'taken', 'open']);
    expect(told(toggle(hours('2026-11-21 15:30-17:00'), [0], 2))).toEqual(['09:00-11:00']);
  });
  test('that overlap one chosen before replace it', () => {
    expect(told(toggle(hours(), [0, 2], 1))).toEqual(['10:00-12:00', '14:00-16:00']);
  });
  test('are added by Shift', () => {
    expect(told(extend(hours(), [2], 2, 3))).toEqual(['14:00-16:00', '19:00-21:00']);
  });
  test('that were chosen before are found again', () => {
    expect(findPlaces({ spans, continuous: false }, readRanges('2026-11-21', ['2026-11-21 09:00-11:00,14:00-16:00']))).toEqual([0, 2]);
  });
  test.each([
    [[{ from: 540, to: 630 }], 1.5],
    [
      [
        { from: 540, to: 660 },
        { from: 840, to: 960 },
      ],
      4,
    ],
    [[{ from: 540, to: 560 }], 0.33],
  ])('%j last %d hours', (ranges, count) => {
    expect(countHours(ranges)).toBe(count);
  });
});
