import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, it, vi } from 'vitest';
import { formatPattern, type Arguments, type Patterns, formatText } from '../../src/runtime/text';

const patternsOf = (pattern: string): Patterns => ({ [pattern]: JSON.parse(JSON.stringify(parse(pattern))) as unknown });

it.each<[string, Arguments, string]>([
  ['共{total}条', { total: 57 }, '共57条'],
  ['{month}月{day}日', { month: 11, day: 1 }, '11月1日'],
  ['{name}', { name: '' }, ''],
  ['{a}{a}', { a: '张三' }, '张三张三'],
  ['{a} {b}', { a: 0, b: '{b}' }, '0 {b}'],
  ["'{'{a}'}'", { a: 'x' }, '{x}'],
  ['{n, number}', { n: 12345 }, '12,345'],
  ['{n, plural, =0 {没有} other {#个}}', { n: 0 }, '没有'],
  ['{s, select, a {甲} other {{b}}}', { s: 'c', b: '乙' }, '乙'],
  ['{flag}', { flag: true }, 'true'],
  ['{flag}', { flag: false }, ''],
  ['{n, number}', { n: '12345' }, '12,345'],
  ['{n, number, percent}', { n: 0.25 }, '25%'],
  ['{n, plural, offset:1 =0 {没有} =1 {一位} other {一位和另外#位}}', { n: 1200 }, '一位和另外1,199位'],
  ['{n, plural, other {#{s, select, a {#甲} other {乙{n}}}#}}', { n: 2, s: 'a' }, '2#甲2'],
  ['{s, select, a {甲} other {乙}}', { s: 'constructor' }, '乙'],
  ['{n, plural, =1 {一} other {#}}', { n: '1' }, '一'],
  ['{at, date, ::yyyy}', { at: 0 }, '1970年'],
])('%s with %j is %s, as Intl has it', (pattern, values, words) => {
  expect(formatPattern(pattern, values, patternsOf(pattern))).toBe(words);
  expect(String(new IntlMessageFormat(pattern, 'zh-CN').format(values))).toBe(words);
});

it('needs no Intl for literals and plain arguments', () => {
  const resolving = vi.spyOn(Intl.NumberFormat, 'supportedLocalesOf');
  expect([formatPattern('{from} 至 {to}', { from: 1, to: 2 }, patternsOf('{from} 至 {to}')), resolving.mock.calls.length]).toEqual([
    '1 至 2',
    0,
  ]);
  formatPattern('{n, number, percent}!', { n: 1 }, patternsOf('{n, number, percent}!'));
  expect(resolving).toHaveBeenCalled();
  resolving.mockRestore();
  expect([TYPE.literal, TYPE.argument, TYPE.number, TYPE.select, TYPE.plural, TYPE.pound]).toEqual([0, 1, 2, 5, 6, 7]);
});

it.each([1, 2, 11, 12, 23])('%i is written in English as Intl has it', (n) => {
  const pattern = '{n, plural, one {# book} other {# books}}, the {n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
  const patterns = { ...patternsOf(pattern), locale: 'en' };
  expect(formatPattern(pattern, { n }, patterns)).toBe(new IntlMessageFormat(pattern, 'en').format({ n }));
});

it('with an argument missing is a fault of the definition', () => {
  expect(() => formatPattern('{a}{b}', { a: 1 }, patternsOf('{a}{b}'))).toThrow();
});
it.each([
  ['{a}起止时间', '起止时间'],
  ['{n, plural, =0 {没有} other {# 件}}', '没有'],
  ['{n, number} 件', '0 件'],
  ['{a, select, x {甲} other {乙}}', '乙'],
])('%s whose arguments have no value is written without them', (text, written) => {
  const values = { a: '/item/a', n: '/item/n' };
  expect(formatText({ text, with: values }, { item: { a: '' } }, patternsOf(text))).toBe(written);
  expect(formatText({ text, with: values }, { item: { a: null } }, patternsOf(text))).toBe(written);
});
it.each([
  ['without {arguments}', {}],
  ['none', {}],
])('without its syntax tree %s is shown as it is', (pattern, patterns) => {
  expect(formatPattern(pattern, { arguments: 1 }, patterns)).toBe(pattern);
});
