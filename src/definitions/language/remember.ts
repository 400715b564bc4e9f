/**
 * Returns a function that makes its result once for each object. Definitions are never changed, so that what is found in one holds for good.
 * @param make the result depends on the object alone, and nobody changes it
 */
export function remember<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { result: T }>();
  return (of) => {
    const known = made.get(of) ?? { result: make(of) };
    made.set(of, known);
    return known.result;
  };
}
