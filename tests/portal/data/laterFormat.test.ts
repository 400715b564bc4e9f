import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { fetchFormat, IntlMessageFormat } from '../../../src/portal/data/laterFormat';

const format = (pattern: string, values: Record<string, number>): unknown => new IntlMessageFormat(parse(pattern), 'zh-CN').format(values);

test('the library of patterns is fetched with the first that needs it, wherever in a pattern that is', async () => {
  await fetchFormat({ plain: parse('{a}{n, plural, =0 {{b}} other {#{n, number}}}'), locale: 'en' });
  expect(() => format('{n, number, percent}', { n: 1 })).toThrow();
  await fetchFormat({ deep: parse('{n, plural, =0 {x} other {{m, number, percent}}}') });
  expect(format('{n, number, percent}', { n: 1 })).toBe('100%');
});
