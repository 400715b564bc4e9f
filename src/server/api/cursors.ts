import { LRUCache } from 'lru-cache';

/** The cursors of one list: that of page n at n - 1; the first page has none. */
export type Cursors = (string | undefined)[];

const mostBytes = 8 * 1024 * 1024;
const keptForMs = 10 * 60_000;
const longest = 2_000;

/** Returns a store of the cursors that back ends gave, by what was asked for; the least used are forgotten first. */
export const createCursorStore = (): LRUCache<string, Cursors> =>
  new LRUCache({
    maxSize: mostBytes,
    ttl: keptForMs,
    sizeCalculation: (cursors, key) => 100 + key.length + cursors.reduce((sum, cursor) => sum + (cursor?.length ?? 0) + 16, 0),
  });

/** Returns a cursor as a reply has it; undefined where there is no further page. */
export function readCursor(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  return text === '' || text.length > longest ? undefined : text;
}
