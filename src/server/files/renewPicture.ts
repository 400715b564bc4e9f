import sharp, { type Metadata, type Sharp } from 'sharp';
import { RequestError } from '../api/errors';
import { WorkQueue } from './workQueue';

// One thread for each picture: what else the process does goes on. Nothing is kept between pictures.
sharp.concurrency(1);
sharp.cache(false);
// Of all that the library can read (SVG, PDF, TIFF, camera formats ...) only what is received; each reader is one more that can be attacked.
const readers = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers });

/**
 * Points that a picture may have, those of all its frames together, and half as many of 16 bits a colour: the largest that telephones take
 * have 50 million. One that is turned lies in memory as a whole, in 3 or 4 bytes a point.
 */
export const maxPixels = 64_000_000;
const seconds = 30;

/** Pictures are decoded one at a time; so many more may wait. */
export const pictureQueue = new WorkQueue(1, 64);

/** How the formats are written; their readers' names for them (`sharp` calls all of JPEG `jpeg`). */
const writers: Readonly<Record<string, { format: string; write: (picture: Sharp) => Sharp }>> = {
  jpg: { format: 'jpeg', write: (picture) => picture.jpeg({ quality: 90 }) },
  png: { format: 'png', write: (picture) => picture.png({ compressionLevel: 7 }) },
  gif: { format: 'gif', write: (picture) => picture.gif() },
  webp: { format: 'webp', write: (picture) => picture.webp({ quality: 88 }) },
};

/**
 * Returns a picture written anew from its points alone, turned as it says it is to be: no Exif, XMP, IPTC, profile, comment or byte behind
 * its end is left. Frames stay. Its size is read before any point is decoded.
 * @param extension jpg, png, gif or webp, which it has to be
 * @param longest points that its longer side has at most: what is larger is made smaller
 * @throws RequestError 400 when it is none, breaks off, or has more points than `maxPixels`
 */
export async function renewPicture(bytes: Buffer, extension: string, longest?: number): Promise<Buffer> {
  const writer = writers[extension];
  if (!writer) throw new RequestError('uploadImage');
  const picture = await openPicture(bytes, (metadata) => metadata.format === writer.format);
  const turned = picture.autoOrient();
  const fitted =
    longest === undefined ? turned : turned.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
  return blamePicture(writer.write(fitted).timeout({ seconds }).toBuffer());
}

/**
 * Returns a picture in another format, the first of its frames where the format has but one.
 * @param extension jpg, png, gif or webp
 * @throws RequestError 400 as `renewPicture` does
 */
export async function convertPicture(bytes: Buffer, extension: string): Promise<Buffer> {
  const writer = writers[extension];
  if (!writer) throw new RequestError('uploadImage');
  const picture = await openPicture(bytes);
  const still = extension === 'jpg' || extension === 'png' ? sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels }) : picture;
  // What is clear in it would be black in a format without.
  const filled = extension === 'jpg' ? still.flatten({ background: '#fff' }) : still;
  return blamePicture(writer.write(filled.autoOrient()).timeout({ seconds }).toBuffer());
}

/**
 * Returns a picture in WebP, as wide as asked for, or as it is where it is narrower. Not in AVIF, which is smaller, but takes twice as long to
 * be made at its quickest and ten times as long with the same effort, while whoever is the first to look at it waits.
 * @throws RequestError 400 as `renewPicture` does
 */
export async function narrowPicture(bytes: Buffer, width: number): Promise<Buffer> {
  const picture = await openPicture(bytes);
  const narrow = picture.autoOrient().resize({ width, withoutEnlargement: true });
  return blamePicture(narrow.webp({ quality: 78, effort: 4 }).timeout({ seconds }).toBuffer());
}

/** Returns how many points a picture has, turned as it says it is to be; undefined when it cannot be read. */
export const measurePicture = (bytes: Buffer): Promise<{ width: number; height: number } | undefined> =>
  sharp(bytes)
    .metadata()
    .then(
      ({ autoOrient }) => autoOrient,
      () => undefined,
    );

async function openPicture(bytes: Buffer, isWanted: (metadata: Metadata) => boolean = () => true): Promise<Sharp> {
  const options = { animated: true, failOn: 'error', limitInputPixels: maxPixels } as const;
  // Beyond the limit the library refuses to tell even how large it is.
  const metadata = await blamePicture(sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  if (!isWanted(metadata)) throw new RequestError('uploadImage');
  if (countPixels(metadata) > maxPixels) throw new RequestError('uploadPixels', { pixels: maxPixels / 10_000 });
  return sharp(bytes, options);
}

/** Returns the points of all frames, of colours of 16 bits twice. */
function countPixels({ width, height, pages = 1, pageHeight = height, depth }: Metadata): number {
  return width * Math.max(height, pageHeight * pages) * (depth === 'uchar' ? 1 : 2);
}

/** Returns what a picture became; that it became nothing is the picture's fault. */
async function blamePicture<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new RequestError('uploadImage');
  }
}
