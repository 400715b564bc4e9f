import { asList, asObject, isObject, type Json, type JsonObject } from '../model/json';

/** Returns whether two values are the same JSON. */
export const deepEquals = (one: Json | undefined, other: Json | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keywords of which the stricter one of two holds. */
const stricter: Readonly<Record<string, (one: number, other: number) => number>> = {
  minimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  exclusiveMinimum: Math.max,
  maximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  exclusiveMaximum: Math.min,
};

/** Returns one schema for what satisfies two. */
export function mergeParts(one: JsonObject, other: JsonObject): JsonObject {
  const merged: JsonObject = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = merged[key];
    merged[key] = before === undefined ? value : mergeKeyword(key, before, value);
  }
  return merged;
}

function mergeKeyword(key: string, one: Json, other: Json): Json {
  if (key === 'properties') return mergeProperties(asObject(one), asObject(other));
  if (key === 'required') return [...new Set([...asList(one), ...asList(other)])];
  if (key === 'enum') return asList(one).filter((value) => asList(other).some((allowed) => deepEquals(value, allowed)));
  if (key === 'type') return mergeTypes(one, other);
  const choose = stricter[key];
  if (choose && typeof one === 'number' && typeof other === 'number') return choose(one, other);
  return other;
}

const mergeProperties = (one: JsonObject, other: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name): [string, Json] => {
      const [before, after] = [one[name], other[name]];
      return [name, isObject(before) && isObject(after) ? mergeParts(before, after) : (after ?? before ?? {})];
    }),
  );

function mergeTypes(one: Json, other: Json): Json {
  const [ones, others] = [[one].flat(), [other].flat()];
  const both = ones.filter((type) => others.includes(type));
  const [only] = both;
  return both.length === 1 && only !== undefined ? only : both;
}
