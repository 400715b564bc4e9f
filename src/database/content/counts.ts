import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { type ItemSelection, buildWhere } from './filters';

type Entry = { scope: string; total?: number; at: number; pending?: Promise<number> };

const FRESH_MS = 5_000;
const STALE_MS = 60_000;
const MAX_ENTRIES = 2_000;

// By pool: a transaction shares its database's entries.
const caches = new WeakMap<Queryable['pool'], Map<string, Entry>>();

/**
 * Returns how many items a selection has: exact when counted, then kept in this process. For 5 s it is handed out as it is, for 60 s
 * while it is counted again behind the caller's back. Equal questions at once are counted once. In a transaction it is counted
 * every time and not kept, as it may never be committed.
 */
export async function countItems(db: Queryable, selection: ItemSelection): Promise<number> {
  if (db.kysely.isTransaction) return countWhere(db, buildWhere(selection));
  const cache = getCache(db);
  const key = toCacheKey(selection);
  const entry = cache.get(key) ?? { scope: toScopeKey(selection.tenant, selection.module), at: 0 };
  touchEntry(cache, key, entry);
  const age = Date.now() - entry.at;
  if (entry.total !== undefined && age < FRESH_MS) return entry.total;
  entry.pending ??= refreshEntry(db, selection, cache, key, entry);
  if (entry.total === undefined || age >= STALE_MS) return entry.pending;
  entry.pending.catch(() => undefined); // The old total stays; the next caller counts again.
  return entry.total;
}

/** Forgets all totals of a module, after items of it were written by this process; in a transaction also when it is committed. */
export function forgetCounts(db: Queryable, tenant: string, module: string): void {
  dropEntries(db, tenant, module);
  db.afterCommit?.push(() => dropEntries(db, tenant, module));
}

function dropEntries(db: Queryable, tenant: string, module: string): void {
  const cache = getCache(db);
  const scope = toScopeKey(tenant, module);
  for (const [key, entry] of cache) if (entry.scope === scope) cache.delete(key);
}

async function refreshEntry(
  db: Queryable,
  selection: ItemSelection,
  cache: Map<string, Entry>,
  key: string,
  entry: Entry,
): Promise<number> {
  try {
    entry.total = await countWhere(db, buildWhere(selection));
    entry.at = Date.now();
    return entry.total;
  } catch (error) {
    // A question that cannot be answered must not take up room.
    if (entry.total === undefined && cache.get(key) === entry) cache.delete(key);
    throw error;
  } finally {
    entry.pending = undefined;
  }
}

/** Counts the items that meet a condition, past the cache. */
export async function countWhere(db: Queryable, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from item where ${where}`.execute(db.kysely);
  return rows[0]?.total ?? 0;
}

function getCache({ pool }: Queryable): Map<string, Entry> {
  const cache = caches.get(pool) ?? new Map<string, Entry>();
  caches.set(pool, cache);
  return cache;
}

// A Map keeps the order of insertion: what is used moves to the end, what is dropped comes from the front.
function touchEntry(cache: Map<string, Entry>, key: string, entry: Entry): void {
  cache.delete(key);
  cache.set(key, entry);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_ENTRIES) break;
    cache.delete(oldest);
  }
}

const toScopeKey = (tenant: string, module: string) => JSON.stringify([tenant, module]);

function toCacheKey({ tenant, module, columns, status = [1], ids, exclude, filters }: ItemSelection): string {
  const set = (values: readonly (string | number)[] | undefined) => values?.map(String).sort();
  return JSON.stringify([tenant, module, set(columns), set(status), set(ids), exclude?.length ? set(exclude) : undefined, filters]);
}
