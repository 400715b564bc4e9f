import type { Fix } from '../../model/problem';

/** What the parser's errors mean. */
const jsonErrors: Record<string, string> = {
  InvalidSymbol: 'names and texts stand in double quotes ("); without them stand only numbers, true, false and null',
  InvalidNumberFormat: 'a malformed number',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is more after the end',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a text is not closed',
  UnexpectedEndOfNumber: 'a number is not finished',
  InvalidUnicode: 'a malformed \\u escape',
  InvalidEscapeCharacter: 'an unknown escape; a backslash is written twice (\\\\)',
  InvalidCharacter: 'a control character in a text; a line break is written \\n, a tab \\t',
};

/** What stands where JSON has something else, in the words of who typed it; `before` is what stands in front of it. */
const foundInstead: readonly { test: RegExp; before?: RegExp; words: string }[] = [
  {
    test: /^[\u2018-\u201f\uff02\uff07\u300c-\u300f]/,
    words: 'this is a Chinese quotation mark; names and texts stand in plain double quotes (")',
  },
  { test: /^['`]/, words: 'names and texts stand in double quotes ("), not in single ones' },
  { test: /^[\uff0c\uff1a\uff5b\uff5d\uff3b\uff3d\u3001\uff1b]/, words: 'this is full-width punctuation; JSON has plain , : { } [ ]' },
  { test: /^[\uff10-\uff19]/, words: 'these are full-width digits; JSON has plain ones' },
  {
    test: /^[\u3000\u00a0\u2000-\u200f\u2028-\u202f\u2060\ufeff]/,
    words: 'this is a special space, such as a full-width or an invisible one; between names and values stand plain spaces only',
  },
  { test: /^(?:<<<<<<<|=======|>>>>>>>)/, words: 'this is the mark of a merge conflict; keep one of the two versions' },
  { test: /^(?:#|<!--|--)/, words: 'comments are not allowed' },
  { test: /^\.\.\./, words: 'three dots stand for nothing here' },
  { test: /^=/, words: 'a colon is missing; between a name and its value stands : and not =' },
  { test: /^;/, words: 'a comma is missing; ; means nothing here' },
  { test: /^(?:True|False|None|undefined|NaN|yes|no|on|off)\b/, words: 'expected true, false, a number, a text, a list or an object' },
  { test: /^\u0000/, words: 'the file is no UTF-8 text; save it as UTF-8' },
  { test: /^,/, before: /[[{,]\s*$/, words: 'there is a comma too many here' },
  { test: /^[}]/, before: /[^,\s]\s*$/, words: 'a list is open here, which ] closes' },
  { test: /^]/, before: /[^,\s]\s*$/, words: 'an object is open here, which } closes' },
  { test: /^[^\s"{}[\],:]/, before: /"$/, words: 'a double quote within a text is written \\"' },
  { test: /^\d/, before: /(?:^|[^\d.])0$/, words: 'a number does not begin with 0' },
  { test: /^\+/, words: 'a number has no + before it' },
];

/** What is wrong with a text that is no JSON, and by how much the place lies before that which the parser named. */
interface SyntaxFault {
  words: string;
  back: number;
  /** What puts it right, from its place on. */
  fix?: Fix;
}

/** Plain punctuation for that of Chinese texts. */
const plain: Readonly<Record<string, string>> = {
  '\uff0c': ',',
  '\uff1a': ':',
  '\uff5b': '{',
  '\uff5d': '}',
  '\uff3b': '[',
  '\uff3d': ']',
  '\u3001': ',',
};

/** A text between quotation marks of which at least one is Chinese, up to what has to follow a text. */
const chineseQuotes = /^["\u201c\u201d\uff02]([^"\\\u201c\u201d\uff02\n]*)["\u201c\u201d\uff02](?=\s*[,:}\]\uff0c\uff1a\uff5d\uff3d\n])/;

function findFix(found: string): Fix | undefined {
  const [first = ''] = found;
  const mark = plain[first];
  const [text, inside = ''] = chineseQuotes.exec(found) ?? [];
  if (text !== undefined) return { from: text, to: `"${inside}"` };
  return mark === undefined ? undefined : { from: first, to: mark };
}

/**
 * Returns why a text is not JSON, in the words of who typed it.
 * @param reason the parser's name of the error
 * @param before what stands in front of the place of the error
 * @param found what stands there
 */
export function explainSyntax(reason: string, before: string, found: string): SyntaxFault {
  const surplus = /,(\s*)$/.exec(before);
  if (surplus && /^[\]}]/.test(found))
    return { words: 'there is a comma too many here', back: surplus[0].length, fix: { from: ',', to: '' } };
  const isFirst = before.trim() === '' || reason === 'EndOfFileExpected';
  const instead = foundInstead.find((one) => one.test.test(found) && (one.before?.test(before) ?? true));
  // After the end brackets close nothing that is open.
  if (instead && !(isFirst && instead.before)) return { words: instead.words, back: 0, ...withFix(found) };
  if (found.trim() === '' && reason !== 'CommaExpected')
    return { words: 'the file ends too early; something opened above is not closed', back: before.length - before.trimEnd().length };
  return { words: jsonErrors[reason] ?? 'a mistake in its syntax', back: 0, ...withFix(found) };
}

function withFix(found: string): { fix?: Fix } {
  const fix = findFix(found);
  return fix ? { fix } : {};
}
