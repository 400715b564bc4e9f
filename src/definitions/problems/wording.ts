import { closest, distance } from 'fastest-levenshtein';
import { getOwn } from '../../model/json';
import type { Fix } from '../../model/problem';
import { toName, toWords, words, type Phrase, type Words } from './words';

/** Words for which the language has others, by what people write who know other ones. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  desc: ['description'],
  equals: ['const'],
  href: ['to', 'url'],
  img: ['image'],
  link: ['to', 'href'],
  method: ['get', 'post'],
  name: ['title', 'label'],
  pic: ['image'],
  text: ['label', 'title'],
  title: ['label'],
  type: ['field', 'section', 'kind'],
  url: ['href', 'get', 'to'],
};

/** Returns the known name that is most like a misspelt one, or undefined when none is like it. */
export function findNearest(name: string, known: Iterable<string>): string | undefined {
  const names = [...known].filter((entry) => entry.length <= 80);
  if (names.length === 0 || name.length > 80) return undefined;
  const sameLetters = names.find((entry) => normalize(entry) === normalize(name));
  if (sameLetters !== undefined) return sameLetters;
  const cut = names.filter((entry) => entry.length > 2 && name.length > 2 && isPartOf(entry, name));
  const best = closest(name, cut.length > 0 ? cut : names);
  if (cut.length > 0 || isNear(name, best)) return best;
  return names.find((entry) => sharesBeginning(entry, name)) ?? getOwn(synonyms, name)?.find((entry) => names.includes(entry));
}

/** Returns what puts a misspelt name right, when there is exactly one that it can be. */
export function correct(name: unknown, known: Iterable<unknown>): Fix | undefined {
  if (typeof name !== 'string') return undefined;
  const names = [...known].filter((entry) => typeof entry === 'string');
  const [only, ...others] = names.filter((entry) => normalize(entry) === normalize(name) || isNear(name, entry));
  return only === undefined || others.length > 0 || only !== findNearest(name, names)
    ? undefined
    : { from: JSON.stringify(name), to: JSON.stringify(only) };
}

/** What stays of a name when neither capitals nor what stands between its words count; of other scripts all. */
const normalize = (name: string): string => name.toLowerCase().replace(/[\s_:./-]/g, '') || name;

/** Whether one is the beginning of the other, or its last word. */
const isPartOf = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one) || [one, other].some((name, at, both) => name.endsWith(capitalize(both[1 - at] ?? '')));

const capitalize = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** Whether few letters are others; of four or less only one, or two that have changed places. */
function isNear(name: string, best: string): boolean {
  const apart = distance(name, best);
  const isSwapped = [...name].sort().join('') === [...best].sort().join('');
  const shorter = Math.min(name.length, best.length);
  const most = shorter <= 4 && !isSwapped ? 1 : Math.max(2, Math.floor(best.length * 0.4));
  return apart <= most && apart < shorter;
}

/** Whether all but the end of the shorter one is the beginning of both. */
function sharesBeginning(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  return shorter > 4 && one.slice(0, Math.ceil(shorter * 0.75)) === other.slice(0, Math.ceil(shorter * 0.75));
}

/** Returns a value as it is quoted in a message, long ones cut. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Joins names as a sentence lists them; of many the first. */
export function joinNames(names: Iterable<string>, conjunction: 'or' | 'and' = 'or'): Words {
  const all = [...names];
  if (all.length === 0) return toWords('none');
  if (all.length > 24) return words`${toName(all.slice(0, 24).join(', '))} and ${all.length - 24} more`;
  if (all.length === 1) return all[0]?.includes(' ') ? toWords(all[0]) : toName(String(all[0]));
  const [others, last] = [all.slice(0, -1), String(all.at(-1))];
  return {
    english: `${others.join(', ')} ${conjunction} ${last}`,
    chinese: `${others.join('\u3001')}${toWords(`, ${conjunction}`).chinese}${last}`,
  };
}

/** Joins names that stand in quotes. */
export function joinQuoted(names: readonly string[]): Words {
  return joinNames(
    names.map((name) => `"${name}"`),
    'and',
  );
}

/** Asks whether a known name was meant, when one is like a misspelt one. */
export function suggest(name: unknown, known: Iterable<unknown>): Phrase {
  const names = [...known].filter((entry) => typeof entry === 'string');
  const best = typeof name === 'string' ? findNearest(name, names) : undefined;
  return best === undefined ? '' : words` Did you mean "${best}"?`;
}
