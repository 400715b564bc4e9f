import { getOwn, isObject, type Json, type JsonObject } from '../../../model/json';

/**
 * Lays what somebody typed on what somebody else saved meanwhile. Where both changed the same value, what was typed stays.
 * @param base what both began with
 * @param mine what was typed
 * @param theirs what is kept now
 */
export function merge(base: Json | undefined, mine: Json | undefined, theirs: Json | undefined): Json | undefined {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || !isObject(mine) || !isObject(theirs)) return mine;
  const began = isObject(base) ? base : {};
  // The entries stand as whoever typed has put them; those that somebody else added come last.
  const names = isSame(Object.keys(mine), Object.keys(began)) ? [theirs, mine] : [mine, theirs];
  const merged: JsonObject = {};
  for (const name of names.flatMap(Object.keys)) {
    const value = merge(getOwn(began, name), getOwn(mine, name), getOwn(theirs, name));
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);
