import type { Json, JsonObject } from '../model/payload';

/**
 * Splits a JSON Pointer (RFC 6901) into its unescaped reference tokens.
 * @param pointer such as `/item/a~1b`; the empty text is the whole document
 * @returns the tokens, here `['item', 'a/b']`
 */
export function tokens(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** Joins reference tokens to a JSON Pointer; the inverse of {@link tokens}. */
export function pointer(path: readonly string[]): string {
  return path.map((token) => `/${token.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}

/** Whether a value is a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property of an object, never an inherited one, so that `constructor` is as absent as any other name. */
export function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/**
 * The value that a path leads to.
 * @param value the document
 * @param path reference tokens; only own properties and existing entries of lists count (RFC 6901, section 4)
 * @returns the value, or undefined when the path leads nowhere
 */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let found = value;
  for (const token of path) {
    if (Array.isArray(found)) found = /^(0|[1-9][0-9]*)$/.test(token) ? found[Number(token)] : undefined;
    else if (isObject(found)) found = own(found, token);
    else return undefined;
  }
  return found;
}
