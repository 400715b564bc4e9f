import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LRUCache } from 'lru-cache';
import { endingOf, findPictureFile, mediaNamePattern } from '../../runtime/pictureFile';

/** A file that the institution keeps in its folder `media`. */
export interface FolderFile {
  /** Below the folder, such as `accounts/hall.jpg`. */
  name: string;
  kind: 'image' | 'video' | 'audio' | 'file';
  size: number;
  /** Milliseconds since 1970. */
  changed: number;
}

const kinds: Readonly<Record<string, FolderFile['kind']>> = {
  mp4: 'video',
  webm: 'video',
  m3u8: 'video',
  mp3: 'audio',
  m4a: 'audio',
  pdf: 'file',
  zip: 'file',
  docx: 'file',
  xlsx: 'file',
};
/** No more are listed: what a folder holds beyond is for programs. */
const mostFiles = 2000;
const keptMs = 10_000;
const known = new LRUCache<string, readonly FolderFile[]>({ max: 100, ttl: keptMs });

/** Returns the files of an institution's folder `media` that are served, by name; those behind links are none of it. Without a folder there are none. */
export async function listMediaFolder(folder: string): Promise<readonly FolderFile[]> {
  const kept = known.get(folder);
  if (kept) return kept;
  const root = join(folder, 'media');
  const entries = await readdir(root, { recursive: true, encoding: 'utf8' }).catch(() => []);
  const names = entries
    .map((name) => name.split(sep).join('/'))
    .filter((name) => mediaNamePattern.test(name) && findKind(name) !== undefined)
    .sort()
    .slice(0, mostFiles);
  const found = await Promise.all(
    names.map(async (name): Promise<FolderFile[]> => {
      const facts = await lstat(join(root, name)).catch(() => undefined);
      const kind = findKind(name);
      return facts?.isFile() && kind ? [{ name, kind, size: facts.size, changed: facts.mtimeMs }] : [];
    }),
  );
  const files = found.flat();
  known.set(folder, files);
  return files;
}

const findKind = (name: string): FolderFile['kind'] | undefined => (findPictureFile(endingOf(name)) ? 'image' : kinds[endingOf(name)]);
