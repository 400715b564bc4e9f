import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { PageDocument } from './document';

/** A page that can be sent: its text, its tag for conditional requests, and its packed forms, made when first asked for. */
export interface CachedPage extends PageDocument {
  status: number;
  etag: string;
  packed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> };
}

/** What a page costs to keep and how long it counts as new; milliseconds and bytes. */
const freshFor = 5_000;
const staleFor = 60_000;
const mostBytes = 64 * 1024 * 1024;

type MakePage = () => Promise<{ document: PageDocument; status: number }>;

/** Takes the page of a failure, which is not kept, past the cache to those who wait for it. */
class FailedPage extends Error {
  constructor(readonly page: CachedPage) {
    super('a page of a failure');
  }
}

/**
 * Pages that visitors without a session share, for a few seconds: a page older than that is sent once more while a new one
 * is made behind it, and one page is made once however many ask for it.
 */
export class PageCache {
  private readonly pages: LRUCache<string, CachedPage, MakePage>;

  constructor(clock: () => number = Date.now) {
    this.pages = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: (page) => page.html.length * 3 + 1000,
      ttl: freshFor,
      ttlResolution: 0,
      perf: { now: clock },
      noDeleteOnFetchRejection: true,
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: make }) => {
        const { document, status } = await make();
        const etag = `"${createHash('sha256').update(document.html).digest('base64url').slice(0, 22)}"`;
        const page: CachedPage = { ...document, status, etag, packed: {} };
        if (status >= 500) throw new FailedPage(page);
        return page;
      },
    });
  }

  /** Returns the page of a key, made by `make` when it is not kept or too old. Throws what `make` throws, when it has to be waited for. */
  async get(key: string, make: MakePage): Promise<CachedPage> {
    const allowStale = this.pages.getRemainingTTL(key) > freshFor - staleFor;
    try {
      return await this.pages.forceFetch(key, { context: make, allowStale });
    } catch (error) {
      if (error instanceof FailedPage) return error.page;
      throw error;
    }
  }
}

const packWithBrotli = promisify(brotliCompress);
const packWithGzip = promisify(gzip);

/** Returns the packed form of a page for what a client accepts; undefined when it accepts none. */
export async function compressPage(
  page: CachedPage,
  acceptEncoding: string,
): Promise<{ encoding: 'br' | 'gzip'; bytes: Buffer } | undefined> {
  if (/\bbr\b/.test(acceptEncoding)) {
    page.packed.br ??= packWithBrotli(page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return { encoding: 'br', bytes: await page.packed.br };
  }
  if (!/\bgzip\b/.test(acceptEncoding)) return undefined;
  page.packed.gzip ??= packWithGzip(page.html, { level: 6 });
  return { encoding: 'gzip', bytes: await page.packed.gzip };
}
