import { describe, expect, it } from 'vitest';
import { compileLinear } from '../../src/definitions/language/linearPattern';

const texts = [
  '', ' ', '\u3000', '\u00a0x', 'a', 'A1', 'a\n', 'a\nb', '\u2028', '中', '𠀀', '😀', '[', ']', '-', '/', '\\', '.', 'a.html', '13800000000', '1380000000',
  '330102199001011', '33010219900101123X', '\u0000', '\b', 'ab ab', '_', '中文 a1', 'x@y.z', '\ufeff',
]; // prettier-ignore

/** Every notation of JavaScript's that has to be written otherwise for RE2, and those in use. */
const patterns = [
  '^\\S+$', '\\s', '^[\\s\\d]*$', '^[^\\s@]+@[^\\s@]+$', '^.$', '^.*$', 'a$', '^a.b$', '^[\\p{Script=Han}]+$', '\\p{sc=Han}', '^\\P{L}$', '\\u4e2d', '^[\\u4e00-\\u9fff]$',
  '^\\u{20000}$', '[[]', '[\\]]', '[a\\-z]', '\\/', '[/]', '\\\\', '\\.html', '[\\b]', '\\bab\\b', '\\0', '\\x41', '(?<year>\\d+)', '(?:a|b){2,}', '^1[34578][0-9]{9}$',
  '^([0-9]{6}|[0-9]{11})$', '^([0-9]{15}|[0-9]{17}[0-9Xx])$', '[0-9].*[^0-9]|[^0-9].*[0-9]', '[A-Za-z].*[^A-Za-z0-9]|[^A-Za-z0-9].*[A-Za-z]', '\\w', '\\W', '\\D', '\\B',
  'mp4|m3u8', '^\\t?$', '.{3}', '^[.]$', '^[^.]$', '\\n$', '(a+)+$',
]; // prettier-ignore

describe('a pattern on the engine of servers', () => {
  it.each(patterns)('%s says what it says in a browser', (pattern) => {
    const [native, linear] = [new RegExp(pattern, 'u'), compileLinear(pattern)];
    expect(texts.filter(linear)).toEqual(texts.filter((text) => native.test(text)));
  });

  it.each([
    ['look-ahead', '(?=a)'],
    ['look-behind', '(?<!a)b'],
    ['back-references', '(a)\\1'],
    ['named back-references', '(?<n>a)\\k<n>'],
    ['more than 1000 repeats', 'a{1001}'],
    ['other than white space within brackets', '[\\S]'],
    ['control letters', '\\cA'],
    ['halves of characters', '\\ud800'],
  ])('has no %s', (_what, pattern) => {
    expect(new RegExp(pattern, 'u')).toBeInstanceOf(RegExp);
    expect(() => compileLinear(pattern)).toThrow();
  });
});
