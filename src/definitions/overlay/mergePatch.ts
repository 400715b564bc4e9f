import { isObject, type Json, type JsonObject, getOwn } from '../../model/json';

/**
 * Applies a JSON Merge Patch (RFC 7396). Written here rather than taken from the package json-merge-patch because that one
 * changes its target in place; here neither argument is touched and unchanged parts are shared, which keeps a thousand
 * tenants of one base small.
 * @param target what is patched; undefined is nothing
 * @param patch the patch
 * @param lift turns the short form of a value into its long one when an object patches it; by default RFC 7396 alone
 */
export function mergePatch(
  target: Json | undefined,
  patch: Json,
  lift: (target: Json, patch: JsonObject) => Json = (value) => value,
): Json {
  if (!isObject(patch)) return patch;
  const lifted = target === undefined ? undefined : lift(target, patch);
  const merged: JsonObject = isObject(lifted) ? { ...lifted } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key];
    else define(merged, key, mergePatch(getOwn(merged, key), change, lift));
  }
  return merged;
}

/** Plain assignment of `__proto__` would change the prototype instead of adding a member. */
function define(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
