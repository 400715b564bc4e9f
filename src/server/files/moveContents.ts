import { createHash } from 'node:crypto';
import {
  addChunkOf,
  listPlacedUploads,
  moveToChunks,
  moveToObject,
  type Place,
  type PlacedUpload,
  removeUnreadChunks,
} from '../../database/content/uploadObjects';
import { chunkBytes, ChunkMissing, findUpload, readUpload, type UploadKey } from '../../database/content/uploads';
import type { ObjectStore } from './objectStore';
import { ContentsDamaged, ObjectMissing } from '../config/storageFailure';
import type { UploadContents } from './uploadContents';

/** What became of all files that were to be moved. */
export interface Moved {
  files: number;
  bytes: number;
  /** Files whose contents could not be moved, and why. They are where they were. */
  failed: (UploadKey & { reason: string })[];
}

/** Files that are moved at once: the way to the storage and back is mostly waiting. */
const lanes = 4;
/** Files that are looked up at once. */
const batch = 100;
/** How often a file that is replaced meanwhile is tried again. */
const mostTries = 3;

/**
 * Brings the contents of all files to a place, while the portal serves them: each is copied, the copy is compared by its checksum, and only then
 * the file is said to be there. It may be stopped and begun again.
 * @param tell is given what was moved until then, after each file
 * @throws StorageFailure when the storage is away or refuses
 */
export async function moveContents(contents: UploadContents, store: ObjectStore, to: Place, tell: (moved: Moved) => void): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, failed: [] };
  const from = to === 'storage' ? 'database' : 'storage';
  const move = to === 'storage' ? moveOut : moveIn;
  const waiting = eachUpload(contents, from);
  const work = async (): Promise<void> => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
      await moveOne(contents, store, next.value, move, moved);
      tell(moved);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, work));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return moved;
}

/** Finds the files in their order, however many ask at once. */
async function* eachUpload({ db }: UploadContents, place: Place): AsyncGenerator<PlacedUpload> {
  let after: UploadKey | undefined;
  for (;;) {
    const found = await listPlacedUploads(db, place, after, batch);
    yield* found;
    after = found.at(-1);
    if (after === undefined) return;
  }
}

type Move = (contents: UploadContents, store: ObjectStore, upload: PlacedUpload) => Promise<boolean>;

async function moveOne(contents: UploadContents, store: ObjectStore, found: PlacedUpload, move: Move, moved: Moved): Promise<void> {
  const { tenant, id } = found;
  let upload: PlacedUpload | undefined = found;
  try {
    for (let tries = 0; upload && tries < mostTries; tries += 1) {
      if (await move(contents, store, upload)) {
        moved.files += 1;
        moved.bytes += upload.size;
        return;
      }
      const now = await findUpload(contents.db, found);
      // It was removed, or somebody else has moved it.
      upload = now && (now.object === null) === (found.object === null) ? { ...now, tenant } : undefined;
    }
    if (upload) moved.failed.push({ tenant, id, reason: 'it was replaced again and again' });
  } catch (error) {
    // Of anything else the storage or the database is at fault, and not one file.
    if (!(error instanceof ChunkMissing || error instanceof ContentsDamaged || error instanceof ObjectMissing)) throw error;
    // What is not there any more needs no moving.
    if (await findUpload(contents.db, found)) moved.failed.push({ tenant, id, reason: error.message });
  }
}

/** @returns whether the file was still the same */
async function moveOut(contents: UploadContents, store: ObjectStore, upload: PlacedUpload): Promise<boolean> {
  const kept = await contents.keep(store, upload, upload, readUpload(contents.db, upload, 0, upload.size - 1));
  try {
    if (upload.sha256 !== null && upload.sha256 !== kept.sha256) throw new ContentsDamaged('it is not what was stored', 500);
    if ((await digest(store.get(kept.object, 0, upload.size - 1, true))) !== kept.sha256)
      throw new ContentsDamaged('the storage gave back something else', 500);
    if (await moveToObject(contents.db, upload, kept)) return true;
  } catch (error) {
    await contents.drop(kept);
    throw error;
  }
  await contents.drop(kept);
  return false;
}

/** @returns whether the file was still the same */
async function moveIn({ db }: UploadContents, store: ObjectStore, upload: PlacedUpload): Promise<boolean> {
  try {
    await removeUnreadChunks(db, upload);
    const hash = createHash('sha256');
    let number = 0;
    for await (const bytes of inChunks(store.get(upload.object ?? '', 0, upload.size - 1, true))) {
      hash.update(bytes);
      if (!(await addChunkOf(db, upload, number, bytes))) return false;
      number += 1;
    }
    if (hash.digest('hex') !== upload.sha256) throw new ContentsDamaged('it is not what was stored', 500);
    return await moveToChunks(db, upload);
  } finally {
    await removeUnreadChunks(db, upload);
  }
}

async function digest(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of source) hash.update(bytes);
  return hash.digest('hex');
}

async function* inChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    held = Buffer.concat([held, bytes]);
    for (; held.length >= chunkBytes; held = held.subarray(chunkBytes)) yield held.subarray(0, chunkBytes);
  }
  if (held.length > 0) yield held;
}
