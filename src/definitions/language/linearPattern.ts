import { RE2JS } from 're2js';
import type { Matcher } from '../../runtime/pattern';

/** What JavaScript counts as white space; RE2 knows only that of ASCII. */
const whiteSpace = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const anyCharacter = '[^\\n\\r\\x{2028}\\x{2029}]';

/** An escape, with the hexadecimal digits or the property that belong to it, or one character. */
const pieces = /\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|([pP])\{(?:(?:Script|sc|General_Category|gc)=)?(\w+)\}|([^]))|[^]/gu;

/**
 * Prepares a regular expression in JavaScript's notation (flag u) for RE2, whose time grows with the text alone, with the meaning that it
 * has in browsers: white space and line ends of all scripts, code points rather than halves of them.
 * @throws Error that says what RE2 cannot express, such as look-ahead and back-references
 */
export function compileLinear(pattern: string): Matcher {
  const expression = RE2JS.compile(toRe2(pattern));
  return (text) => expression.test(text);
}

/** What ajv takes as `code.regExp`. It tells one expression from another by its text. */
export const ajvPatterns = Object.assign(
  (pattern: string) => ({ test: compileLinear(pattern), toString: () => pattern }),
  // Only code that is written to a file would need it.
  { code: 'compileLinear' },
);

function toRe2(pattern: string): string {
  let inClass = false;
  return pattern.replace(pieces, (piece, point?: string, unit?: string, property?: string, name?: string, escaped?: string) => {
    if (point !== undefined || unit !== undefined) return toPoint(point ?? unit ?? '');
    if (property !== undefined) return `\\${property}{${name}}`;
    if (escaped !== undefined) return toEscape(escaped, inClass);
    if (inClass) {
      inClass = piece !== ']';
      return piece === '[' ? '\\[' : piece;
    }
    inClass = piece === '[';
    return piece === '.' ? anyCharacter : piece;
  });
}

function toPoint(hexadecimal: string): string {
  const point = parseInt(hexadecimal, 16);
  if (point >= 0xd800 && point <= 0xdfff) throw new Error(`the half of a character \\u${hexadecimal} is not supported; write \\u{...}`);
  return `\\x{${hexadecimal}}`;
}

function toEscape(escaped: string, inClass: boolean): string {
  if (escaped === 's') return inClass ? whiteSpace : `[${whiteSpace}]`;
  if (escaped === 'S' && !inClass) return `[^${whiteSpace}]`;
  if (escaped === 'b' && inClass) return '\\x08';
  if (escaped === '0') return '\\x00';
  if (escaped === 'S' || escaped === 'c') throw new Error(`\\${escaped} is not supported${inClass ? ' within brackets' : ''}`);
  return escaped === '/' ? '/' : `\\${escaped}`;
}
