import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A text as it is sent. */
export interface Packed {
  encoding: 'br' | 'gzip';
  bytes: Buffer;
}

/** A window of 256 KB holds any page, and costs less to set up than the usual one. */
const windowBits = 18;
/** A packed page fits: what does not goes through the pool of threads once more. */
const chunkSize = 64 * 1024;
const packWithBrotli = promisify(brotliCompress);
const packWithGzip = promisify(gzip);

/** What is named with a weight of 0 is refused (RFC 9110, section 12.5.3). */
const accepted = { br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/, gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/ };

/** Returns the form in which what accepts such encodings is sent something; undefined when it accepts none. */
export function chooseEncoding(acceptEncoding: string): Packed['encoding'] | undefined {
  return (['br', 'gzip'] as const).find((encoding) => accepted[encoding].test(acceptEncoding));
}

/**
 * Packs a text whole: one task for the pool of threads, where a stream would be several and ten times the work around them.
 * @param quality of brotli, from 0 to 11
 */
export const pack = (text: string, encoding: Packed['encoding'], quality: number): Promise<Buffer> =>
  encoding === 'gzip'
    ? packWithGzip(text, { level: 6, chunkSize })
    : packWithBrotli(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
        chunkSize,
      });
