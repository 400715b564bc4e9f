import type { JsonObject } from '../../model/payload';

export { pointerTokens as tokens, resolvePath } from '../../runtime/scope';

/** Joins reference tokens to a JSON Pointer; the inverse of `tokens`. */
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
