import { closest, distance } from 'fastest-levenshtein';

/** Returns the known name that is most like a misspelt one, or undefined when none is like it. */
export function findNearest(name: string, known: Iterable<string>): string | undefined {
  const names = [...known].filter((entry) => entry.length <= 80);
  if (names.length === 0 || name.length > 80) return undefined;
  const sameLetters = names.find((entry) => entry.toLowerCase() === name.toLowerCase());
  if (sameLetters !== undefined) return sameLetters;
  const cut = names.filter((entry) => entry.length > 2 && name.length > 2 && (entry.startsWith(name) || name.startsWith(entry)));
  const best = closest(name, cut.length > 0 ? cut : names);
  const apart = distance(name, best);
  return cut.length > 0 || (apart < Math.min(name.length, best.length) && apart <= Math.max(2, Math.floor(best.length * 0.4)))
    ? best
    : undefined;
}

/** Returns a value as it is quoted in a message, long ones cut. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Joins names as a sentence lists them; of many the first. */
export function joinNames(names: Iterable<string>, conjunction = 'or'): string {
  const all = [...names];
  if (all.length === 0) return 'none';
  if (all.length > 24) return `${all.slice(0, 24).join(', ')} and ${all.length - 24} more`;
  return all.length === 1 ? String(all[0]) : `${all.slice(0, -1).join(', ')} ${conjunction} ${all.at(-1)}`;
}

/** Joins names that stand in quotes. */
export function joinQuoted(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return joinNames(quoted, 'and');
}

/** Asks whether a known name was meant, when one is like a misspelt one. */
export function suggest(name: unknown, known: Iterable<unknown>): string {
  const names = [...known].filter((entry) => typeof entry === 'string');
  const best = typeof name === 'string' ? findNearest(name, names) : undefined;
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}
