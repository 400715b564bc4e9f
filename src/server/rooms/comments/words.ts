/** What stands between the letters of a word without being seen as a part of it. */
const unseen = /[\s\u200b-\u200f\u2060\ufeff]+/g;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(unseen, '');

/** Returns the first of some words that a text has, however it is spaced or capitalised; undefined when it has none. */
export function findWord(text: string, words: readonly string[]): string | undefined {
  const folded = fold(text);
  return words.find((word) => fold(word) !== '' && folded.includes(fold(word)));
}
