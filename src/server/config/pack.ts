import { AsyncResource } from 'node:async_hooks';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  createBrotliCompress,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib';

/** A text as it is sent. */
export interface Packed {
  encoding: 'br' | 'gzip';
  bytes: Buffer;
}

/** A window of 256 KB holds any page, and costs less to set up than the usual one. */
const windowBits = 18;
/** Bytes that are set up for what is made. What does not fit goes through the pool of threads once more: most texts shrink to less than a quarter. */
const leastChunk = 16 * 1024;
const estimate = (text: string | Buffer): number => Math.max(leastChunk, Math.ceil(text.length / 4));
/** So many characters or bytes are packed in a fifth of a millisecond: to hand them to another thread and take them back takes longer. */
const atOnce = 16_000;
/** From this quality on brotli takes some ten times as long. */
const thorough = 10;
/**
 * What is packed belongs to no request: Node's handle of it is there until old garbage is collected, and for as long all that it was made within
 * (AsyncLocalStorage) would be.
 */
const outside = new AsyncResource('PACK');
const waysApart = {
  br: (text: string | Buffer, options: BrotliOptions): Promise<Buffer> => outside.runInAsyncScope(packWithBrotli, undefined, text, options),
  gzip: promisify(gzip),
};
const waysAtOnce = { br: brotliCompressSync, gzip: gzipSync };

/** What is named with a weight of 0 is refused (RFC 9110, section 12.5.3). */
const accepted = { br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/, gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/ };

const [bySize, bySpeed] = [
  ['br', 'gzip'],
  ['gzip', 'br'],
] as const;

/**
 * Returns the form in which what accepts such encodings is sent something; undefined when it accepts none.
 * @param length characters of a text that is packed for one reader: of some thousands gzip makes as little as brotli, in half the time
 */
export function chooseEncoding(acceptEncoding: string, length = Number.POSITIVE_INFINITY): Packed['encoding'] | undefined {
  return (length <= atOnce ? bySpeed : bySize).find((encoding) => accepted[encoding].test(acceptEncoding));
}

const flushNothing = (done: () => void): void => done();

/**
 * As `brotliCompress` does it, but as one task for the pool of threads instead of two: what is asked to finish with all that there is has
 * nothing left to flush. To wake a thread takes longer than to hand it a page.
 */
function packWithBrotli(text: string | Buffer, options: BrotliOptions): Promise<Buffer> {
  const packing = createBrotliCompress({ ...options, flush: constants.BROTLI_OPERATION_FINISH });
  packing._flush = flushNothing;
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    packing
      .on('data', (part: Buffer) => parts.push(part))
      // A copy: what comes lies in a chunk that is some times as large.
      .on('end', () => {
        resolve(Buffer.concat(parts));
        // Nor does the handle hold on to who waited for it.
        packing.removeAllListeners();
      })
      .on('error', reject)
      .end(text);
  });
}

/**
 * Packs a text whole, a short one at once and a long one, or one that is packed thoroughly, as one task for the pool of threads; a stream would be several of them.
 * @param quality of brotli, from 0 to 11
 */
export async function pack(text: string | Buffer, encoding: Packed['encoding'], quality: number): Promise<Buffer> {
  const pick = text.length <= atOnce && quality < thorough ? waysAtOnce : waysApart;
  const chunkSize = estimate(text);
  if (encoding === 'gzip') return pick.gzip(text, { level: 6, chunkSize });
  return pick.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits }, chunkSize });
}

/** Returns what was packed. */
export const unpack = ({ encoding, bytes }: Packed): Buffer => (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes));
