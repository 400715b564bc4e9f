import { getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import { planOrder } from './planOrder';

/** A change of a patch: a value at a place, undefined to take the member away; or the order in which the members of an object stand. */
export type Edit = { path: readonly string[]; value: Json | undefined } | { path: readonly string[]; order: readonly string[] };

/** What is known of a definition that a patch is to change. */
export interface Stand {
  /** What the patch lies on. */
  base: Json | undefined;
  /** The patch. */
  own: Json | undefined;
  /** What came of both, in its order and without `before` and `after`. */
  current: Json | undefined;
}

/** Whether two values are the same, the order of their members included. */
export const isSame = (one: Json | undefined, other: Json | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the least changes of a patch (RFC 7396) after which a part of a definition is as wished: what is as it was below goes away, what is
 * taken away that lies below becomes null, and what is to stand elsewhere is moved by `before` and `after`, or written elsewhere where nothing
 * of it lies below.
 * @param path where the part is; what else the definition has stays as it is
 */
export function planPatch(path: readonly string[], stand: Stand, desired: Json | undefined): Edit[] {
  const within = (value: Json | undefined): Json | undefined => resolveTokens(value, path);
  const edits = plan(path, { base: within(stand.base), own: within(stand.own), current: within(stand.current) }, desired);
  return tidy(edits, stand);
}

function plan(path: readonly string[], stand: Stand, desired: Json | undefined): Edit[] {
  const { base, own, current } = stand;
  if (isSame(current, desired)) return [];
  if (desired === undefined) return base === undefined ? remove(path, own) : set(path, own, null);
  if (!isObject(desired)) return isSame(base, desired) ? remove(path, own) : set(path, own, desired);
  if (!isObject(current)) return replace(path, stand, desired);
  const below = isInForce(stand) ? base : undefined;
  const names = [...new Set([...Object.keys(desired), ...Object.keys(current)])];
  const edits = names.flatMap((name) => plan([...path, name], pick(name, { ...stand, base: below }), getOwn(desired, name)));
  return [...edits, ...planOrder(path, { base: below, own, current }, desired)];
}

/** Something is to stand where nothing is: perhaps again, where the patch had taken it away. */
function replace(path: readonly string[], { base, own }: Stand, desired: JsonObject): Edit[] {
  const least = isObject(base) ? findDifference(base, desired) : desired;
  return least === undefined || Object.keys(least).length === 0
    ? own === undefined && !isObject(base)
      ? set(path, own, {})
      : remove(path, own)
    : set(path, own, least);
}

/** Returns the least patch that makes one object another. */
function findDifference(base: JsonObject, desired: JsonObject): JsonObject | undefined {
  const names = [...new Set([...Object.keys(base), ...Object.keys(desired)])];
  const changed = names.flatMap((name): [string, Json][] => {
    const [before, after] = [getOwn(base, name), getOwn(desired, name)];
    if (isSame(before, after)) return [];
    if (after === undefined) return [[name, null]];
    return [[name, isObject(before) && isObject(after) ? (findDifference(before, after) ?? {}) : after]];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

const pick = (name: string, { base, own, current }: Stand): Stand => ({
  base: isObject(base) ? getOwn(base, name) : undefined,
  own: isObject(own) ? getOwn(own, name) : undefined,
  current: isObject(current) ? getOwn(current, name) : undefined,
});

/**
 * Whether what lies below counts at all: a map that an institution has written whole stands in the place of the one below, whose entries are
 * then neither there nor taken away.
 */
function isInForce({ base, own, current }: Stand): boolean {
  if (!isObject(base) || !isObject(current)) return true;
  return Object.keys(base).every(
    (name) => name === 'before' || name === 'after' || getOwn(current, name) !== undefined || (isObject(own) && getOwn(own, name) === null),
  );
}

const remove = (path: readonly string[], own: Json | undefined): Edit[] => (own === undefined ? [] : [{ path, value: undefined }]);
const set = (path: readonly string[], own: Json | undefined, value: Json): Edit[] => (isSame(own, value) ? [] : [{ path, value }]);

/** An object of the patch in which nothing is left goes away with its last member, where it only changed what lies below. */
function tidy(edits: readonly Edit[], { base, own }: Stand): Edit[] {
  const tidied: Edit[] = [...edits];
  for (;;) {
    const after = applyEdits(own, tidied);
    const emptied = tidied
      .filter((edit) => 'value' in edit && edit.value === undefined && edit.path.length > 1)
      .map(({ path }) => path.slice(0, -1))
      .find((path) => {
        const left = resolveTokens(after, path);
        return isObject(left) && Object.keys(left).length === 0 && (isObject(resolveTokens(base, path)) || path.length === 1);
      });
    if (emptied === undefined) return tidied;
    tidied.push({ path: emptied, value: undefined });
  }
}

/** Returns what a patch is after changes; those of the order aside. */
export function applyEdits(own: Json | undefined, edits: readonly Edit[]): JsonObject {
  const value = structuredClone(isObject(own) ? own : {});
  for (const edit of edits) {
    if (!('value' in edit)) continue;
    let place: JsonObject = value;
    for (const token of edit.path.slice(0, -1)) {
      const next = getOwn(place, token);
      place = isObject(next) ? next : (place[token] = {});
    }
    const last = edit.path.at(-1) ?? '';
    if (edit.value === undefined) delete place[last];
    else place[last] = edit.value;
  }
  return value;
}
