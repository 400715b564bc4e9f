/**
 * Splits a JSON pointer (RFC 6901) into its tokens.
 * @throws Error when it is not a pointer to something inside a document.
 */
export function pointerPath(pointer: string): string[] {
  if (!pointer.startsWith('/')) throw new Error(`Not a JSON pointer: ${JSON.stringify(pointer)}`);
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** All strings at or below the place a pointer names in a document; none where there is nothing. */
export function textsAt(doc: unknown, pointer: string): string[] {
  let value = doc;
  for (const token of pointerPath(pointer)) value = child(value, token);
  return texts(value);
}

function child(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return Object.entries(value).find(([key]) => key === token)?.[1];
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
