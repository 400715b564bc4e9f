import { isObject, type Json, type JsonObject } from './json';

const parsed = new Map<string, string[]>();

/**
 * Returns the reference tokens of a JSON Pointer (RFC 6901 section 4); the empty one addresses the whole document.
 * Throws when the text is neither empty nor begins with a slash.
 */
export function parsePointer(pointer: string): string[] {
  const known = parsed.get(pointer);
  if (known) return known;
  const [start, ...escaped] = pointer.split('/');
  if (start !== '') throw new Error(`not a JSON pointer: ${JSON.stringify(pointer)}`);
  const tokens = escaped.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (parsed.size < 5000) parsed.set(pointer, tokens);
  return tokens;
}

/** Joins reference tokens to a JSON Pointer; the inverse of {@link parsePointer}. */
export function formatPointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Returns the value that a JSON Pointer addresses, or undefined when there is none. Only own properties count, so that no
 * definition reaches what JavaScript objects inherit.
 */
export function resolve(pointer: string, document: unknown): Json | undefined {
  return resolveTokens(document, parsePointer(pointer));
}

/** Returns the value that reference tokens lead to; see {@link resolve}. */
export function resolveTokens(document: unknown, tokens: readonly string[]): Json | undefined {
  let value: unknown = document;
  for (const token of tokens) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else if (isObject(value) && Object.hasOwn(value, token)) value = value[token];
    else return undefined;
  }
  return value as Json | undefined;
}

/**
 * Puts a value at the place that a JSON Pointer addresses, making the objects on the way.
 * Throws when the pointer is empty or leads through something that is not an object.
 */
export function assign(pointer: string, document: Record<string, unknown>, value: unknown): void {
  const path = parsePointer(pointer);
  const last = path.at(-1);
  if (last === undefined) throw new Error('an empty pointer cannot be assigned to');
  let place = document;
  for (const token of path.slice(0, -1)) {
    const next = Object.hasOwn(place, token) ? place[token] : undefined;
    const inner: unknown = next === undefined ? {} : next;
    if (!isObject(inner)) throw new Error(`cannot write ${pointer}: ${token} is not an object`);
    place[token] = inner;
    place = inner;
  }
  place[last] = value;
}

/** Takes the value that a JSON Pointer addresses out of a document; nothing happens when there is none. */
export function remove(pointer: string, document: JsonObject): void {
  const path = parsePointer(pointer);
  const last = path.at(-1);
  if (last === undefined) return;
  const parent = resolveTokens(document, path.slice(0, -1));
  if (isObject(parent)) delete parent[last];
}
