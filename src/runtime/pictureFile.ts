/** What is known of a kind of pictures that institutions keep: its media type, how it begins, and the bytes that it may have at most. */
interface PictureFile {
  type: string;
  starts: RegExp;
  largest: number;
}

const megabyte = 1024 * 1024;
const jpeg: PictureFile = { type: 'image/jpeg', starts: /^\xff\xd8\xff/, largest: 8 * megabyte };

/** Kinds of pictures by the ending of their names. An SVG is text, and is cleaned as a whole. */
const pictureFiles: Readonly<Record<string, PictureFile>> = {
  jpg: jpeg,
  jpeg,
  png: { type: 'image/png', starts: /^\x89PNG\r\n\x1a\n/, largest: 8 * megabyte },
  webp: { type: 'image/webp', starts: /^RIFF[^]{4}WEBP/, largest: 8 * megabyte },
  gif: { type: 'image/gif', starts: /^GIF8[79]a/, largest: 8 * megabyte },
  svg: { type: 'image/svg+xml', starts: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!DOCTYPE|<svg)/i, largest: megabyte / 2 },
};

/** How many bytes of a file's beginning tell its kind. */
export const pictureHeadBytes = 256;

/** Returns the ending of a file's name, in small letters; empty for none. */
export const endingOf = (name: string): string => (/\.([A-Za-z0-9]+)$/.exec(name)?.[1] ?? '').toLowerCase();

/** Returns what is known of a kind of pictures; undefined for other files. */
export const findPictureFile = (ending: string): PictureFile | undefined =>
  Object.hasOwn(pictureFiles, ending) ? pictureFiles[ending] : undefined;

/**
 * Returns the ending that the beginning of a file belongs to; undefined when it is that of no picture.
 * @param ending the one of its name, which wins where several have the same beginning
 */
export function detectPicture(head: Uint8Array, ending: string): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, pictureHeadBytes));
  return [ending, ...Object.keys(pictureFiles)].find((name) => findPictureFile(name)?.starts.test(text));
}

/** Names of files that an institution keeps: letters and digits of any script, hyphens and underscores, in folders if wanted. */
export const mediaNamePattern = /^(?:[\p{L}\p{M}\p{N}_-]+\/)*[\p{L}\p{M}\p{N}_-]+\.[A-Za-z0-9]+$/u;

/** Returns the address of an IIIF image service as its files are found below it, whether or not what names it ends with its `info.json`. */
export const toImageService = (address: string): string => address.replace(/\/info\.json$/, '').replace(/\/$/, '');
