/** What the parser's errors mean. */
const jsonErrors: Record<string, string> = {
  InvalidSymbol: 'an unknown word',
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
  InvalidEscapeCharacter: 'an unknown escape',
  InvalidCharacter: 'a control character in a text',
};

/** What stands where JSON has something else, in the words of who typed it. */
const foundInstead: readonly [test: RegExp, words: string][] = [
  [/^[\u2018-\u201f\uff02\uff07\u300c\u300d]/, 'this is a Chinese quotation mark; names and texts stand in plain double quotes (")'],
  [/^'/, 'names and texts stand in double quotes ("), not in single ones'],
  [/^[\uff0c\uff1a\uff5b\uff5d\uff3b\uff3d\u3001\uff1b]/, 'this is full-width punctuation; JSON has plain , : { } [ ]'],
  [/^(?:True|False|None|undefined|NaN)\b/, 'expected true, false, a number, a text, a list or an object'],
  [/^\u0000/, 'the file is no UTF-8 text; save it as UTF-8'],
];

/**
 * Returns why a text is not JSON, in the words of who typed it.
 * @param reason the parser's name of the error
 * @param before what stands in front of the place of the error
 * @param found what stands there
 */
export function explainSyntax(reason: string, before = '', found = ''): string {
  const spoiled = foundInstead.find(([test]) => test.test(found))?.[1];
  const surplus = /,\s*$/.test(before) && /^[\]},]/.test(found) ? 'there is a comma too many before this' : undefined;
  const cut =
    found.trim() === '' && reason !== 'CommaExpected' ? 'the file ends too early; something opened above is not closed' : undefined;
  return spoiled ?? surplus ?? cut ?? jsonErrors[reason] ?? 'a mistake in its syntax';
}
