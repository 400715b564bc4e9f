import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { PageDocument } from './document';

/** A page that can be sent: its text, its tag for conditional requests, and its packed forms, made when first asked for. */
export interface CachedPage extends PageDocument {
  status: number;
  etag: string;
  made: number;
  packed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> };
}

/** What a page costs to keep and how long it counts as new; milliseconds and bytes. */
const freshFor = 5_000;
const staleFor = 60_000;
const mostBytes = 64 * 1024 * 1024;

/**
 * Pages that visitors without a session share, for a few seconds: a page older than that is sent once more while a new one
 * is made behind it, and one page is made once however many ask for it.
 */
export class PageCache {
  private readonly pages = new LRUCache<string, CachedPage>({ maxSize: mostBytes, sizeCalculation: (page) => page.html.length * 3 + 1000 });
  private readonly making = new Map<string, Promise<CachedPage>>();

  constructor(private readonly clock: () => number = Date.now) {}

  /** The page of a key, made by `make` when it is not kept or too old. */
  async get(key: string, make: () => Promise<{ document: PageDocument; status: number }>): Promise<CachedPage> {
    const kept = this.pages.get(key);
    const age = kept ? this.clock() - kept.made : Infinity;
    if (kept && age < freshFor) return kept;
    const made = this.making.get(key) ?? this.start(key, make);
    if (!kept || age >= staleFor) return made;
    made.catch(() => undefined);
    return kept;
  }

  private start(key: string, make: () => Promise<{ document: PageDocument; status: number }>): Promise<CachedPage> {
    const made = make()
      .then(({ document, status }) => {
        const page: CachedPage = {
          ...document,
          status,
          etag: `"${createHash('sha256').update(document.html).digest('base64url').slice(0, 22)}"`,
          made: this.clock(),
          packed: {},
        };
        if (status < 500) this.pages.set(key, page);
        return page;
      })
      .finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }
}

const packWithBrotli = promisify(brotliCompress);
const packWithGzip = promisify(gzip);

/** The packed form of a page for what a client accepts; undefined when it accepts none. */
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
