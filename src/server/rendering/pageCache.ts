import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { chooseEncoding, pack, type Packed, unpack } from '../config/pack';
import type { Sources } from '../config/sharedReply';
import { type PageDocument, writeNote } from './document';
import { encodePieces } from './encodePieces';

/** A page that can be sent: its text, its tag for conditional requests, and its packed forms, made when first asked for. */
export interface CachedPage extends Omit<PageDocument, 'pieces'> {
  /** In UTF-8: what is kept outside of the heap, no collection of garbage has to move or look through. Absent once the page is packed; see {@link readText}. */
  text?: Buffer | undefined;
  status: number;
  etag: string;
  /** Made of copies because what it shows could not be had: it says so itself, and counts as new for nobody but this server. */
  isCopy?: boolean;
  /** When it no longer shows what holds, by the clock of the cache; never for most. */
  endsAt: number;
  /** What it was made of. */
  sources?: Sources | undefined;
  packed: Partial<Record<Packed['encoding'], Buffer | Promise<Buffer>>>;
}

/** How long a page counts as new and is sent while a new one is made, unless said otherwise, and how long when none can be made; milliseconds. */
const usualAges = { freshFor: 5_000, staleFor: 15_000 };
const keptFor = 24 * 60 * 60 * 1_000;
const mostBytes = 64 * 1024 * 1024;
/** So long a page that something has changed on is sent as it was, once a new one is being made: a crowd does not wait for it, nor is one made for each of many changes. */
const outdatedFor = 400;

/** A page as it was made; one whose status is 500 or more lacks something and is never kept. */
type MakePage = () => Promise<{
  document: PageDocument;
  status: number;
  isCopy?: boolean;
  sources?: Sources | undefined;
  /** Milliseconds after which it no longer shows what holds, where that is known. */
  holdsFor?: number | undefined;
}>;

interface Entry {
  page: CachedPage;
  begunAt: number;
  madeAt: number;
  /** When a new one could not be made, if that was the last try. */
  failedAt?: number;
  /** The page with its time on it, once it had to be sent for want of a new one. */
  dated?: CachedPage;
}

/**
 * Pages that visitors without a session share, for a few seconds, five unless said otherwise: a page a little older than that is sent once more while a new one
 * is made behind it, one still older has to wait for the new one. One on which something has changed is sent once more only for less than
 * half a second. While none can be made the old one is sent, with its time on it, for
 * up to a day. One that no longer shows what holds, such as the hours of yesterday, counts as old from that moment on. One page is made once however
 * many ask for it. Not by `fetch` of lru-cache, which knows one age, no pause after a failure,
 * and no page of a failure that is sent but not kept.
 */
export class PageCache {
  private readonly pages = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    // Before it is packed: most take a fifth of it from then on.
    sizeCalculation: ({ page }) => readText(page).length + 1000,
  });
  private readonly making = new Map<string, { begunAt: number; made: Promise<CachedPage> }>();
  /** When something changed, by what the keys of the pages begin with; those that were begun before may lack it. */
  private readonly changes = new Map<string, number>();
  private allChangedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param clock milliseconds that only grow: by a time of day that is set back pages would stay as they are
   * @param ages for how many milliseconds a page counts as new, and is sent while a new one is made
   */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly ages: { freshFor: number; staleFor: number } = usualAges,
  ) {}

  /**
   * Returns the page of a key, made by `make` when it is not kept or too old; a page of a failure where there is no other. Throws what
   * `make` throws, when there is none at all.
   */
  async get(key: string, make: MakePage): Promise<CachedPage> {
    const kept = this.pages.get(key);
    if (!kept) return this.renew(key, make);
    const now = this.clock();
    const { freshFor, staleFor } = this.ages;
    const [age, sinceFailure] = [now - kept.madeAt, now - (kept.failedAt ?? Number.NEGATIVE_INFINITY)];
    const changedAt = this.findChange(key, kept);
    const sinceChange = changedAt === undefined ? Number.NEGATIVE_INFINITY : now - changedAt;
    if (changedAt !== undefined && Math.max(sinceChange, now - kept.begunAt) <= outdatedFor) return kept.page;
    const ended = now >= kept.page.endsAt || sinceChange > outdatedFor;
    if (age <= freshFor && !ended && changedAt === undefined) return kept.page;
    if (age > keptFor || kept.page.isCopy) return this.renew(key, make);
    if (sinceFailure <= freshFor) return datePage(kept);
    const renewing = this.renew(key, make);
    if (ended || (age > staleFor && sinceFailure > staleFor))
      return renewing.then((page) => (page.status < 500 ? page : datePage(kept))).catch(() => datePage(kept));
    // Whoever made it wrote down what went wrong.
    renewing.catch(() => undefined);
    return age <= staleFor ? kept.page : datePage(kept);
  }

  /** Notes that what pages show has changed. @param scope what their keys begin with, before the first blank; absent: of all of them */
  outdate(scope?: string): void {
    if (scope === undefined) this.allChangedAt = this.clock();
    else this.changes.set(scope, this.clock());
  }

  /** Whether the page of a key is sent though something on it has changed. */
  isOutdated(key: string): boolean {
    const kept = this.pages.peek(key);
    return kept !== undefined && this.findChange(key, kept) !== undefined;
  }

  /** Returns when something changed after a page was begun; undefined for most. */
  private findChange(key: string, { begunAt }: Pick<Entry, 'begunAt'>): number | undefined {
    const changedAt = Math.max(this.changes.get(key.slice(0, key.indexOf(' '))) ?? Number.NEGATIVE_INFINITY, this.allChangedAt);
    return changedAt >= begunAt ? changedAt : undefined;
  }

  private renew(key: string, make: MakePage): Promise<CachedPage> {
    const known = this.making.get(key);
    // One that was begun before a change may lack it.
    if (known && this.findChange(key, known) === undefined) return known.made;
    const begunAt = this.clock();
    const made = this.make(key, make, begunAt).finally(() => {
      if (this.making.get(key)?.made === made) this.making.delete(key);
    });
    this.making.set(key, { begunAt, made });
    return made;
  }

  private async make(key: string, make: MakePage, begunAt: number): Promise<CachedPage> {
    try {
      const { document, status, isCopy = false, holdsFor = Number.POSITIVE_INFINITY, sources } = await make();
      const page = { ...toCachedPage(document, status, begunAt + holdsFor), ...(isCopy ? { isCopy } : {}), sources };
      if (status >= 500) this.noteFailure(key);
      else if (begunAt >= (this.pages.peek(key)?.begunAt ?? begunAt)) this.pages.set(key, { page, begunAt, madeAt: this.clock() });
      return page;
    } catch (error) {
      this.noteFailure(key);
      throw error;
    }
  }

  private noteFailure(key: string): void {
    const kept = this.pages.peek(key);
    if (kept) kept.failedAt = this.clock();
  }
}

/** Returns a page as it is sent, with its tag. */
export function toCachedPage(document: PageDocument, status: number, endsAt = Number.POSITIVE_INFINITY): CachedPage {
  const { pieces, ...rest } = document;
  const text = encodePieces(pieces);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { ...rest, text, status, etag, endsAt, packed: {} };
}

/** Returns the page with its time on it. */
function datePage(entry: Entry): CachedPage {
  const { page } = entry;
  return (entry.dated ??= toCachedPage(writeNote({ ...page, pieces: [{ html: readText(page).toString() }] }), page.status));
}
/**
 * From this quality on brotli knows the contexts of text: pages are a tenth smaller than of the quality below, for some 2 ms; the next
 * tenth would take ten times as long.
 */
const quality = 5;

/** Returns the text of a page in UTF-8. */
export function readText({ text, packed }: Pick<CachedPage, 'text' | 'packed'>): Buffer {
  if (text) return text;
  const { br, gzip } = packed;
  if (br instanceof Buffer) return unpack({ encoding: 'br', bytes: br });
  if (gzip instanceof Buffer) return unpack({ encoding: 'gzip', bytes: gzip });
  throw new Error('a page has lost its text');
}

/** Returns the packed form of a page for what a client accepts; undefined when it accepts none. */
export async function compressPage(page: CachedPage, acceptEncoding: string): Promise<Packed | undefined> {
  const encoding = chooseEncoding(acceptEncoding);
  if (!encoding) return undefined;
  const bytes = await (page.packed[encoding] ??= pack(readText(page), encoding, quality));
  // Not the promise: it holds on to the request for which it was made, headers and all (AsyncLocalStorage).
  page.packed[encoding] = bytes;
  // Nearly all that ask for it take this form.
  page.text = undefined;
  return { encoding, bytes };
}
