import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompressSync, constants, createBrotliCompress, gzip, gzipSync } from 'node:zlib';

/** A text as it is sent. */
export interface Packed {
  encoding: 'br' | 'gzip';
  bytes: Buffer;
}

/** A window of 256 KB holds any page, and costs less to set up than the usual one. */
const windowBits = 18;
/** A packed page fits: what does not goes through the pool of threads once more. Of what is packed at once less has to be set up. */
const [chunkApart, chunkAtOnce] = [64 * 1024, 16 * 1024];
/** So many characters or bytes are packed in a fifth of a millisecond: to hand them to another thread and take them back takes longer. */
const atOnce = 16_000;
/** From this quality on brotli takes some ten times as long. */
const thorough = 10;
const waysApart = { br: packWithBrotli, gzip: promisify(gzip) };
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

/**
 * As `brotliCompress` does it, but as one task for the pool of threads instead of two: what is asked to finish with all that there is has
 * nothing left to flush. To wake a thread takes longer than to hand it a page.
 */
function packWithBrotli(text: string | Buffer, options: BrotliOptions): Promise<Buffer> {
  const packing = createBrotliCompress({ ...options, flush: constants.BROTLI_OPERATION_FINISH });
  packing._flush = (done) => done();
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    packing
      .on('data', (part: Buffer) => parts.push(part))
      // A copy: what comes lies in a chunk that is some times as large.
      .on('end', () => resolve(Buffer.concat(parts)))
      .on('error', reject)
      .end(text);
  });
}

/**
 * Packs a text whole, a short one at once and a long one, or one that is packed thoroughly, as one task for the pool of threads; a stream would be several of them.
 * @param quality of brotli, from 0 to 11
 */
export async function pack(text: string | Buffer, encoding: Packed['encoding'], quality: number): Promise<Buffer> {
  const [pick, chunkSize] = text.length <= atOnce && quality < thorough ? [waysAtOnce, chunkAtOnce] : [waysApart, chunkApart];
  if (encoding === 'gzip') return pick.gzip(text, { level: 6, chunkSize });
  return pick.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits }, chunkSize });
}
