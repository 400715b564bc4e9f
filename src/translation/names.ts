import type { Text } from '../model/definitions.g';

/** The words of a name such as `street_address` or `personalData`. */
const splitWords = (text: string): string[] =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Returns the label of a property without a title: the words of its name, as JSON Forms does. */
export const writeLabel = (name: string): string => splitWords(name).map(capitalize).join(' ');

const isName = (text: string): boolean => /^[a-z][A-Za-z0-9]*$/.test(text);

/** Returns a name of the language for any text: itself if it is one, else its words put together. */
export function toName(text: string): string {
  if (isName(text)) return text;
  const [first = '', ...rest] = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const start = /^[A-Z0-9]+$/.test(first) ? first.toLowerCase() : first.slice(0, 1).toLowerCase() + first.slice(1);
  const joined = [start, ...rest.map(capitalize)].join('').slice(0, 40);
  return isName(joined) ? joined : `value${capitalize(joined)}`;
}

/** Returns the name, or the first with a number behind it, that is not taken. */
export function chooseName(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!isTaken(`${wanted}${number}`)) return `${wanted}${number}`;
}

/** Returns words as they are: neither a reference nor a pattern with arguments. */
export function writeText(words: string): Text {
  const quoted = /[{}]/.test(words) ? words.replaceAll("'", "''").replace(/[{}]+/g, "'$&'") : words;
  return quoted.startsWith('/') ? { text: quoted } : quoted;
}
