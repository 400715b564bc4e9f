import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { detectPicture, findPictureFile, pictureHeadBytes } from '../../runtime/pictureFile';
import { cleanSvg } from './cleanSvg';
import { narrowPicture, pictureQueue } from './renewPicture';

/** A file in an institution's folder. */
export interface FoundFile {
  path: string;
  size: number;
  /** Changes with the file; without quotes. */
  etag: string;
}

/**
 * Finds a file in an institution's folder `media`; one that is a link, or lies behind one, is none.
 * @param folder the folder of the institution
 * @param name as in its address, which holds no dots but the one before the ending
 */
export async function findMediaFile(folder: string, name: string): Promise<FoundFile | undefined> {
  const path = join(folder, 'media', name);
  try {
    const [found, real, home] = await Promise.all([stat(path), realpath(path), realpath(folder)]);
    if (!found.isFile() || real !== join(home, 'media', name)) return undefined;
    return { path, size: found.size, etag: `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}` };
  } catch {
    return undefined;
  }
}

/** Cleaned drawings and narrow pictures, by file, time and width. */
const made = new LRUCache<string, Buffer>({ maxSize: 48 * 1024 * 1024, sizeCalculation: (bytes) => bytes.length + 200 });
/** What is being made: asked for by many at once, it is made once. */
const making = new Map<string, Promise<Buffer | undefined>>();

/**
 * Returns the bytes of a picture of an institution as visitors get them: drawings cleaned, others as they are or narrower.
 * @param width in points; absent: as it is
 * @returns undefined for one that is too large, or not what its name says
 * @throws RequestError 400 for one that cannot be read, 503 when too many are being made
 */
export async function readMediaPicture({ path, size, etag }: FoundFile, ending: string, width?: number): Promise<Buffer | undefined> {
  const known = findPictureFile(ending);
  if (!known || size > known.largest) return undefined;
  const key = `${path} ${etag} ${width ?? ''}`;
  const kept = made.get(key);
  if (kept) return kept;
  const running = making.get(key) ?? make(path, ending, width);
  making.set(key, running);
  try {
    const bytes = await running;
    if (bytes) made.set(key, bytes);
    return bytes;
  } finally {
    making.delete(key);
  }
}

async function make(path: string, ending: string, width: number | undefined): Promise<Buffer | undefined> {
  const bytes = await readFile(path);
  if (detectPicture(bytes.subarray(0, pictureHeadBytes), ending) !== ending) return undefined;
  if (ending === 'svg') {
    const clean = cleanSvg(bytes.toString('utf8'));
    return clean === undefined ? undefined : Buffer.from(clean);
  }
  return width === undefined ? bytes : pictureQueue.run(() => narrowPicture(bytes, width));
}
