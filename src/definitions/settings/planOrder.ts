import { getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import type { Edit, Stand } from './planPatch';

/** Where an entry stands that is not where it would be by itself. */
type Anchor = { before: string } | { after: string };

/**
 * Returns what puts the entries of a map in an order: they are written in it where nothing lies below, else moved by `before` and `after`.
 * Maps of plain values have the order of writing alone.
 */
export function planOrder(path: readonly string[], { base, own, current }: Stand, desired: JsonObject): Edit[] {
  const [wished, known] = [Object.keys(desired), Object.keys(isObject(current) ? current : {})];
  const kept = known.filter((name) => wished.includes(name));
  const added = wished.filter((name) => !known.includes(name));
  // New entries come last by themselves.
  if (isEqual([...kept, ...added], wished)) return [];
  const below = isObject(base) ? Object.keys(base) : [];
  if (below.length === 0) return [...dropAnchors(path, own, wished), { path, order: wished }];
  if (!Object.values(desired).every(isObject)) return [];
  // What the patch adds comes in the order in which it is written there, new entries behind it.
  const written = [...below, ...(isObject(own) ? Object.keys(own) : []), ...wished];
  const natural = [...new Set(written)].filter((name) => wished.includes(name));
  const anchors = findAnchors(natural, wished);
  return wished.flatMap((name) => setAnchor([...path, name], anchors.get(name), entryOf(own, name), entryOf(base, name)));
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

const entryOf = (map: Json | undefined, name: string): JsonObject | undefined => {
  const entry = isObject(map) ? getOwn(map, name) : undefined;
  return isObject(entry) ? entry : undefined;
};

function dropAnchors(path: readonly string[], own: Json | undefined, names: readonly string[]): Edit[] {
  return names.flatMap((name) => setAnchor([...path, name], undefined, entryOf(own, name), undefined));
}

function setAnchor(path: readonly string[], anchor: Anchor | undefined, own: JsonObject | undefined, base: JsonObject | undefined): Edit[] {
  const wanted = (anchor ?? {}) as Readonly<Record<string, string>>;
  return ['before', 'after'].flatMap((key): Edit[] => {
    const value = getOwn(wanted, key);
    const [mine, below] = [own && getOwn(own, key), base && getOwn(base, key)];
    if (value === (mine === undefined ? below : (mine ?? undefined))) return [];
    if (value !== undefined) return [{ path: [...path, key], value }];
    return [{ path: [...path, key], value: below === undefined ? undefined : null }];
  });
}

/** Returns the anchors of the fewest entries that have to be moved; each follows the one that it stands behind. */
function findAnchors(natural: readonly string[], wished: readonly string[]): Map<string, Anchor> {
  const fixed = new Set(findLongestRun(wished.map((name) => natural.indexOf(name))).map((index) => natural[index]));
  const anchors = new Map<string, Anchor>();
  wished.forEach((name, index) => {
    if (fixed.has(name)) return;
    const before = wished[index - 1];
    const first = wished.find((each) => fixed.has(each));
    if (before !== undefined) anchors.set(name, { after: before });
    else if (first !== undefined) anchors.set(name, { before: first });
  });
  return anchors;
}

/** Returns the longest row of numbers that grow from each to the next, in their order. */
function findLongestRun(numbers: readonly number[]): number[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const before = runs
      .filter((run) => (run.at(-1) ?? -1) < number)
      .reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...before, number]);
  }
  return runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
}
