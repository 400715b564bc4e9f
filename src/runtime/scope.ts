import type { Json } from '../model/payload';

/** What references can reach while something is shown: named roots and the values under them. */
export type Scope = Readonly<Record<string, unknown>>;

const tokens = new Map<string, string[]>();

/**
 * The reference tokens of a JSON Pointer (RFC 6901 section 4).
 * @param pointer a valid pointer; the empty one addresses the whole document
 */
export function pointerTokens(pointer: string): string[] {
  const known = tokens.get(pointer);
  if (known) return known;
  const parsed =
    pointer === ''
      ? []
      : pointer
          .slice(1)
          .split('/')
          .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (tokens.size < 5000) tokens.set(pointer, parsed);
  return parsed;
}

/**
 * The value that a JSON Pointer addresses, or undefined when there is none. Only own properties count, so that no
 * definition reaches what JavaScript objects inherit.
 */
export function resolve(pointer: string, document: unknown): Json | undefined {
  return resolvePath(document, pointerTokens(pointer));
}

/** The value that reference tokens lead to; see {@link resolve}. */
export function resolvePath(document: unknown, path: readonly string[]): Json | undefined {
  let value: unknown = document;
  for (const token of path) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else if (value !== null && typeof value === 'object' && Object.hasOwn(value, token)) value = (value as Record<string, unknown>)[token];
    else return undefined;
  }
  return value as Json | undefined;
}

/**
 * Puts a value at the place that a JSON Pointer addresses, making the objects on the way.
 * @throws when the pointer is empty or leads through something that is not an object
 */
export function assign(pointer: string, document: Record<string, unknown>, value: unknown): void {
  const path = pointerTokens(pointer);
  const last = path.at(-1);
  if (last === undefined) throw new Error('an empty pointer cannot be assigned to');
  let place = document;
  for (const token of path.slice(0, -1)) {
    const next = Object.hasOwn(place, token) ? place[token] : undefined;
    if (next === undefined) place[token] = {};
    else if (next === null || typeof next !== 'object' || Array.isArray(next))
      throw new Error(`cannot write ${pointer}: ${token} is not an object`);
    place = place[token] as Record<string, unknown>;
  }
  place[last] = value;
}

/** Takes the value that a JSON Pointer addresses out of a document; nothing happens when there is none. */
export function remove(pointer: string, document: Record<string, unknown>): void {
  const path = pointerTokens(pointer);
  const last = path.at(-1);
  if (last === undefined) return;
  const parent = resolve(pointer.slice(0, pointer.lastIndexOf('/')), document);
  if (parent !== null && typeof parent === 'object' && !Array.isArray(parent)) delete parent[last];
}

/** Whether there is something to show: not absent, null, an empty text or an empty list. */
export function present(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
