import { describe, expect, test } from 'vitest';
import { formatDate, formatDateTime, formatIso, parseTime, resolvePeriod, determinePhase } from '../../src/runtime/time';

const at = (text: string): number => Date.parse(text);

describe('reading times', () => {
  test.each([
    ['2026-11-20T09:30:00+08:00', '2026-11-20T01:30:00Z'],
    ['2026-11-20 09:30:00', '2026-11-20T01:30:00Z'],
    ['2026-11-20 09:30', '2026-11-20T01:30:00Z'],
    ['2026/11/20', '2026-11-19T16:00:00Z'],
    ['2026-1-5', '2026-01-04T16:00:00Z'],
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00Z'],
    ['2026-11-20T09:30:00.123-05:30', '2026-11-20T15:00:00Z'],
  ])('%s is %s', (text, iso) => expect(parseTime(text)).toBe(at(iso)));

  test.each(['', 'soon', '2026-02-30', '2026-13-01', '20261120', '2026-11-20T', null, undefined, {}, Number.NaN, '2026-11-20 99:00'])(
    '%j is no time',
    (text) => expect(parseTime(text)).toBeUndefined(),
  );
});

describe('writing times', () => {
  test.each([
    ['2026-11-20T00:00:00+08:00', '2026-11-20'],
    ['2026-11-20T00:01:00+08:00', '2026-11-20 00:01'],
    ['2026-11-20T23:59:00+08:00', '2026-11-20 23:59'],
  ])('[CONV-22] %s is %s', (iso, text) => expect(formatDateTime(at(iso))).toBe(text));
  test('the date is the one in Shanghai', () => expect(formatDate(at('2026-11-19T16:00:00Z'))).toBe('2026-11-20'));
  test('items keep times on the clocks of Shanghai', () => expect(formatIso(at('2026-11-19T16:00:00Z'))).toBe('2026-11-20T00:00:00+08:00'));
});

describe('named periods', () => {
  const friday = at('2026-11-20T10:00:00+08:00');
  test.each([
    ['calendar', '1', '2026-11-20', '2026-11-21'],
    ['calendar', '2', '2026-11-16', '2026-11-23'],
    ['calendar', '3', '2026-11-01', '2026-12-01'],
    ['rolling', '1', '2026-11-20', '2026-11-21'],
    ['rolling', '2', '2026-11-20', '2026-11-27'],
    ['rolling', '3', '2026-11-20', '2026-12-20'],
    ['year', '2021', '2021-01-01', '2022-01-01'],
  ] as const)('[CONV-30] %s %s is from %s to %s', (range, value, from, to) =>
    expect(resolvePeriod(range, value, friday)).toEqual({ from: parseTime(from), to: parseTime(to) }),
  );

  test('[CONV-30] the week of a Sunday began on the Monday before; a month at the end of a year ends in the next', () => {
    expect(resolvePeriod('calendar', '2', at('2026-11-22T23:00:00+08:00'))).toEqual({
      from: parseTime('2026-11-16'),
      to: parseTime('2026-11-23'),
    });
    expect(resolvePeriod('calendar', '3', at('2026-12-31T23:59:00+08:00'))).toEqual({
      from: parseTime('2026-12-01'),
      to: parseTime('2027-01-01'),
    });
  });

  test('[CONV-30] today is decided in Shanghai', () =>
    expect(resolvePeriod('calendar', '1', at('2026-11-20T16:30:00Z'))?.from).toBe(parseTime('2026-11-21')));

  test.each([
    ['calendar', '4'],
    ['rolling', ''],
    ['year', '21'],
    ['calendar', '-1'],
  ] as const)('%s %j names none', (range, value) => expect(resolvePeriod(range, value, friday)).toBeUndefined());
});

describe('phases', () => {
  test.each([
    ['2026-11-19', 0],
    ['2026-11-20', 1],
    ['2026-11-21', 1],
    ['2026-11-22', 2],
  ] as const)('on %s the phase is %i', (now, phase) => expect(determinePhase('2026-11-20', '2026-11-21', parseTime(now) ?? 0)).toBe(phase));
  test('without both ends there is none', () => expect(determinePhase('2026-11-20', undefined, 0)).toBeUndefined());
});
