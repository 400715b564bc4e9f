import type { Queryable } from '../connection';
import type { ItemSelection } from './filters';

type Entry<T> = { scope: string; counted?: { value: T }; at: number; pending?: Promise<T> };

const FRESH_MS = 5_000;
const STALE_MS = 60_000;
const MAX_ENTRIES = 2_000;

const all = new Set<CountCache<unknown>>();

/**
 * Keeps what was counted of selections in this process. For 5 s it is handed out as it is, for 60 s while it is counted again behind the
 * caller's back. Equal questions at once are counted once. In a transaction it is counted every time and not kept, as it may never be
 * committed.
 */
export class CountCache<T> {
  // By pool: a transaction shares its database's entries.
  private readonly pools = new WeakMap<Queryable['pool'], Map<string, Entry<T>>>();

  constructor() {
    all.add(this);
  }

  /** Returns what `count` returns for a selection, or what it returned for it before. @param what tells apart what is counted of the same selection */
  async get(db: Queryable, selection: ItemSelection, what: string, count: () => Promise<T>): Promise<T> {
    if (db.kysely.isTransaction) return count();
    const entries = this.getEntries(db);
    const key = what + toCacheKey(selection);
    const entry = entries.get(key) ?? { scope: toScopeKey(selection.tenant, selection.module), at: 0 };
    touchEntry(entries, key, entry);
    const age = Date.now() - entry.at;
    if (entry.counted && age < FRESH_MS) return entry.counted.value;
    entry.pending ??= refreshEntry(entries, key, entry, count, (value) => value);
    if (!entry.counted || age >= STALE_MS) return entry.pending;
    entry.pending.catch(() => undefined); // The old one stays; the next caller counts again.
    return entry.counted.value;
  }

  /** Returns what is known of a selection without counting: what `get` would return at once. */
  peek(db: Queryable, selection: ItemSelection, what: string): T | undefined {
    const entry = db.kysely.isTransaction ? undefined : this.getEntries(db).get(what + toCacheKey(selection));
    return entry && Date.now() - entry.at < STALE_MS ? entry.counted?.value : undefined;
  }

  /** Returns what `read` reads, and keeps what it tells of a selection in passing, unless that was forgotten meanwhile. */
  async note<R>(db: Queryable, selection: ItemSelection, what: string, read: () => Promise<R>, tell: (found: R) => T): Promise<R> {
    if (db.kysely.isTransaction) return read();
    const entries = this.getEntries(db);
    const key = what + toCacheKey(selection);
    const entry = entries.get(key) ?? { scope: toScopeKey(selection.tenant, selection.module), at: 0 };
    touchEntry(entries, key, entry);
    return refreshEntry(entries, key, entry, read, tell);
  }

  /** Forgets what was counted of a module. */
  drop(db: Queryable, tenant: string, module: string): void {
    const entries = this.getEntries(db);
    const scope = toScopeKey(tenant, module);
    for (const [key, entry] of entries) if (entry.scope === scope) entries.delete(key);
  }

  /** Forgets all that was counted. */
  clear(db: Queryable): void {
    this.getEntries(db).clear();
  }

  private getEntries({ pool }: Queryable): Map<string, Entry<T>> {
    const entries = this.pools.get(pool) ?? new Map<string, Entry<T>>();
    this.pools.set(pool, entries);
    return entries;
  }
}

/** Forgets all that was counted of a module, after items of it were written by this process; in a transaction also when it is committed. */
export function forgetCounts(db: Queryable, tenant: string, module: string): void {
  const drop = (): void => all.forEach((cache) => cache.drop(db, tenant, module));
  drop();
  db.afterCommit?.push(drop);
}

/** Forgets all that was counted, of whatever module. */
export function forgetAllCounts(db: Queryable): void {
  for (const cache of all) cache.clear(db);
}

async function refreshEntry<T, R>(
  entries: Map<string, Entry<T>>,
  key: string,
  entry: Entry<T>,
  read: () => Promise<R>,
  tell: (found: R) => T,
): Promise<R> {
  try {
    const found = await read();
    entry.counted = { value: tell(found) };
    entry.at = Date.now();
    return found;
  } catch (error) {
    // A question that cannot be answered must not take up room.
    if (!entry.counted && entries.get(key) === entry) entries.delete(key);
    throw error;
  } finally {
    entry.pending = undefined;
  }
}

// A Map keeps the order of insertion: what is used moves to the end, what is dropped comes from the front.
function touchEntry<T>(entries: Map<string, Entry<T>>, key: string, entry: Entry<T>): void {
  entries.delete(key);
  entries.set(key, entry);
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_ENTRIES) break;
    entries.delete(oldest);
  }
}

const toScopeKey = (tenant: string, module: string) => JSON.stringify([tenant, module]);

function toCacheKey({ tenant, module, columns, status = [1], ids, exclude, filters }: ItemSelection): string {
  const set = (values: readonly (string | number)[] | undefined) => values?.map(String).sort();
  return JSON.stringify([tenant, module, set(columns), set(status), set(ids), exclude?.length ? set(exclude) : undefined, filters]);
}
