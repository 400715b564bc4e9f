import { LRUCache } from 'lru-cache';
import { divideItems, type ItemPart, listAddressedItems, measureAddresses } from '../../database/content/addressedItems';
import { runWithoutDeadline } from '../../database/deadline';
import type { Queryable } from '../../database/connection';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { addressItem } from '../items/itemPages';
import { closeXml, listEntries, measureEntries, openXml, writeEntries } from './sitemapXml';

/** What search engines read of one file at most (sitemaps.org, protocol 0.9): addresses, and bytes before it is packed. */
const [mostAddresses, mostBytes] = [50_000, 50_000_000];
/** Items that are read at once. */
const rowsAtOnce = 1_000;
/** For how many milliseconds it counts how a module is divided: all of its items are looked at for it. */
const dividedFor = 60_000;

/** How the items of modules are divided into sitemaps, looked at once a minute at most. */
export class SitemapParts {
  private readonly known: LRUCache<string, Promise<ItemPart[]>>;

  /** @param stopwatch milliseconds that only grow */
  constructor(
    private readonly db: Queryable,
    stopwatch: () => number = () => performance.now(),
  ) {
    this.known = new LRUCache({ max: 2_000, ttl: dividedFor, ttlResolution: 0, perf: { now: stopwatch } });
  }

  /** Returns the parts of a module: each fits into one file. */
  list(portal: CompiledPortal, page: CompiledPage, origin: string): Promise<ItemPart[]> {
    const key = JSON.stringify([portal.tenant, page.module, page.path, origin, portal.locales.length]);
    const known = this.known.get(key);
    if (known) return known;
    // Who asks may not have the time that a large module takes; who asks next has it then.
    const dividing = runWithoutDeadline(() => this.divide(portal, page, origin));
    this.known.set(key, dividing);
    dividing.catch(() => this.known.delete(key));
    return dividing;
  }

  private async divide(portal: CompiledPortal, { module, path }: CompiledPage, origin: string): Promise<ItemPart[]> {
    const { tenant } = portal;
    const longest = await measureAddresses(this.db, tenant, module);
    // Escaped in an address a byte takes three.
    const bytes = measureEntries(portal, origin.length + path.length + 3 * longest);
    const size = Math.min(Math.floor(mostAddresses / portal.locales.length), Math.floor((mostBytes - bytes) / bytes));
    return divideItems(this.db, tenant, module, size);
  }
}

/** Where a part begins, where the next one does, and how many items it has at most. */
export interface PartBounds {
  first: string;
  next?: string | undefined;
  count: number;
}

/** Writes the sitemap of a part bit by bit: however many addresses it has, a few hundred kilobytes of it are held at once. */
export async function* writePart(
  db: Queryable,
  portal: CompiledPortal,
  { module, path }: CompiledPage,
  origin: string,
  { first, next, count }: PartBounds,
): AsyncGenerator<string, void, undefined> {
  yield openXml('urlset', portal.locales.length > 1);
  let [left, after] = [count, undefined as string | undefined];
  while (left > 0) {
    const range = { tenant: portal.tenant, module, from: first, after, until: next, limit: Math.min(rowsAtOnce, left) };
    // A file takes as long as whoever reads it.
    const rows = await runWithoutDeadline(() => listAddressedItems(db, range));
    if (rows.length > 0)
      yield writeEntries(
        'urlset',
        rows.flatMap((row) => listEntries(portal, addressItem(path, row), origin, row.updated)),
      );
    left = rows.length < range.limit ? 0 : left - rows.length;
    after = rows.at(-1)?.id;
  }
  yield closeXml('urlset');
}
