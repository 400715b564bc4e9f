import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Pages of one look share their styles; each is some 30,000 characters, so not all that ever were are kept in mind. */
const sources = new LRUCache<string, string>({ max: 500 });

/** Returns the source of an inline style or script for the Content-Security-Policy (CSP level 3, section 2.3.1). */
export function hashSource(text: string): string {
  const source = sources.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  sources.set(text, source);
  return source;
}
