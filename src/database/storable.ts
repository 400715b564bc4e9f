/**
 * Puts U+FFFD in the place of what PostgreSQL's text cannot hold: NUL and halves of surrogate pairs.
 * Replaced rather than dropped, so that no two different names become the same by it.
 */
export function storableText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** The same for all strings and keys inside a JSON value; escaped they pass as text, but jsonb refuses them. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storableJson(inner)]));
}

/** The same for a parameter of a statement: text, or a list of texts. */
export function storableParameter(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  return Array.isArray(value) ? value.map(storableParameter) : value;
}
