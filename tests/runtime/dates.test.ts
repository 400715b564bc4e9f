import { describe, expect, test } from 'vitest';
import texts from '../../schemas/texts.json';
import type { Display } from '../../src/model/definitions.g';
import { type DateFormat, writeSpan, writeTime } from '../../src/runtime/dates';
import { formatDisplay } from '../../src/runtime/display';
import { parseTime } from '../../src/runtime/time';
import { patternsOf } from '../portal/payloads';

const at = (text: string): number => parseTime(text) ?? Number.NaN;
const dating = (now = '2026-11-23 10:00') => ({ texts, patterns: patternsOf('{value} 开放'), now: at(now) });

describe('a moment', () => {
  test.each<[DateFormat, string, string]>([
    ['date', '2026-12-14 09:00', '12月14日'],
    ['dateTime', '2026-12-14 09:00', '12月14日 09:00'],
    ['day', '2026-12-14 09:00', '12月14日 周一'],
    ['moment', '2026-12-14 09:00', '12月14日 周一 09:00'],
    ['range', '2026-12-13 09:00', '12月13日 周日 09:00'],
    ['fullDate', '2026-12-14 09:00', '2026年12月14日'],
    ['day', '2025-12-14', '2025年12月14日 周日'],
    ['dateTime', '2027-01-01T00:30:00+08:00', '2027年1月1日 00:30'],
    ['moment', '2026-12-31T16:00:00Z', '2027年1月1日 周五'],
  ])('%s: %s is %s', (format, time, words) => expect(writeTime(at(time), format, dating())).toBe(words));

  test.each<[string, DateFormat, string]>([
    ['2026-11-20T00:00:00+08:00', 'moment', '11月20日 周五'],
    ['2026-11-20T00:00:00+08:00', 'dateTime', '11月20日'],
    ['2026-11-20T00:01:00+08:00', 'moment', '11月20日 周五 00:01'],
    ['2026-11-20T23:59:00+08:00', 'dateTime', '11月20日 23:59'],
  ])('[CONV-22] %s as %s is %s', (time, format, words) => expect(writeTime(at(time), format, dating())).toBe(words));

  test('the year is that of the clocks of the institution, at New Year too', () => {
    const lastMinute = dating('2026-12-31T15:59:59Z');
    const newYear = dating('2026-12-31T16:00:00Z');
    expect([lastMinute, newYear].map((one) => writeTime(at('2026-12-31'), 'date', one))).toEqual(['12月31日', '2026年12月31日']);
    expect([lastMinute, newYear].map((one) => writeTime(at('2027-01-01'), 'date', one))).toEqual(['2027年1月1日', '1月1日']);
  });
});

describe('from one moment to another', () => {
  test.each<[DateFormat, string | undefined, string | undefined, string]>([
    ['moment', '2026-12-14 09:00', '2026-12-14 16:30', '12月14日 周一 09:00–16:30'],
    ['moment', '2026-12-14 09:00', '2026-12-16 16:30', '12月14日 周一 09:00 – 12月16日 周三 16:30'],
    ['moment', '2026-12-14', '2026-12-16', '12月14日 周一 – 12月16日 周三'],
    ['moment', '2026-12-14', '2026-12-14 23:59:59', '12月14日 周一'],
    ['moment', '2026-12-14', '2026-12-16 23:59', '12月14日 周一 – 12月16日 周三'],
    ['moment', '2026-12-14 09:00', '2026-12-16 23:59', '12月14日 周一 09:00 – 12月16日 周三 23:59'],
    ['moment', '2026-12-14 00:00', '2026-12-14 08:00', '12月14日 周一'],
    ['moment', '2026-12-14 19:00', '2026-12-15 00:00', '12月14日 周一 19:00–24:00'],
    ['moment', '2026-12-14 09:00', '2026-12-14 09:00', '12月14日 周一 09:00'],
    ['moment', '2026-12-14 09:00', '2026-12-14', '12月14日 周一 09:00'],
    ['moment', '2026-12-14 09:00', undefined, '12月14日 周一 09:00'],
    ['moment', undefined, '2026-12-14 17:00', '截至12月14日 周一 17:00'],
    ['moment', '2026-12-14 09:00', 'soon', '12月14日 周一 09:00'],
    ['range', '2026-12-14 09:00', '2026-12-14 16:30', '12月14日 周一 09:00–16:30'],
    ['range', '2026-12-14 09:00', '2026-12-16 16:30', '12月14日 周一 – 12月16日 周三'],
    ['range', '2026-12-14 22:00', '2026-12-15 02:00', '12月14日 周一 22:00 – 12月15日 周二 02:00'],
    ['day', '2026-12-14 09:00', '2026-12-14 16:30', '12月14日 周一'],
    ['day', '2026-12-14', '2026-12-16', '12月14日 周一 – 12月16日 周三'],
    ['date', '2026-12-30', '2027-01-03', '12月30日 – 2027年1月3日'],
    ['date', '2025-12-14', '2025-12-16', '2025年12月14日 – 12月16日'],
    ['date', '2025-12-30', '2026-01-03', '2025年12月30日 – 2026年1月3日'],
    ['dateTime', '2026-12-14 09:00', '2026-12-14 16:30', '12月14日 09:00–16:30'],
  ])('%s: %s until %s is %s', (format, begin, until, words) => expect(writeSpan(begin, until, format, dating())?.text).toBe(words));

  test.each<[DateFormat, string, string]>([
    ['moment', '2026-11-25 09:00-10:30', '11月25日 周三 09:00–10:30'],
    ['moment', '2026-11-25 09:00-10:30,14:00-15:00', '11月25日 周三 09:00–10:30、14:00–15:00'],
    ['day', '2026-11-25 09:00-10:30', '11月25日 周三'],
  ])('the times of a booking as %s: %s is %s', (format, booked, words) =>
    expect(writeSpan(booked, undefined, format, dating())?.text).toBe(words),
  );

  test.each([
    ['2026-12-14 09:00', '2026-12-14 16:30', ['2026-12-14T09:00+08:00', '2026-12-14T16:30+08:00']],
    ['2026-12-14', '2026-12-16', ['2026-12-14', '2026-12-16']],
    ['2026-12-14', undefined, ['2026-12-14']],
  ])('machines read %s until %s as %j', (begin, until, ends) =>
    expect(writeSpan(begin, until, 'moment', dating())?.times.map((time) => time.at)).toEqual(ends),
  );
});

describe('displays of dates', () => {
  const scope = {
    item: { begin: '2026-12-14T09:00:00+08:00', end: '2026-12-14T16:30:00+08:00', words: '每周一', many: ['2026-12-14', '2026-12-16'] },
  };
  const show = (display: Display) => formatDisplay(display, scope, { ...dating(), labels: {} });
  test('both ends come as a span, with words around them as one text', () => {
    const display = { value: '/item/begin', until: '/item/end', format: 'moment' } as const;
    expect(show(display)?.span?.times.map(({ text }) => text)).toEqual(['12月14日 周一 09:00', '16:30']);
    const wrapped = show({ ...display, text: '{value} 开放' });
    expect([wrapped?.text, wrapped?.span]).toEqual(['12月14日 周一 09:00–16:30 开放', undefined]);
  });
  test.each<[Display, string | undefined]>([
    [{ value: '/item/words', format: 'day' }, '每周一'],
    [{ value: '/item/many', format: 'day' }, '12月14日 周一、12月16日 周三'],
    [{ value: '/item/gone', format: 'day' }, undefined],
    [{ value: '/item/gone', format: 'day', else: '待定' }, '待定'],
  ])('%j shows %j', (display, text) => expect(show(display)?.text).toBe(text));
});
