import { createHash } from 'node:crypto';
import { listPlacedUploads, type Place, type PlacedUpload } from '../../database/content/uploadObjects';
import { ChunkMissing, findUpload, type UploadKey } from '../../database/content/uploads';
import { StorageFailure } from '../config/storageFailure';
import { listOrphans } from './storageUpkeep';
import type { UploadContents } from './uploadContents';

/** What is known of all files. */
export interface Checked {
  places: Record<Place, { files: number; bytes: number }>;
  /** Files without contents, or with others than were stored. */
  faults: (UploadKey & { reason: string })[];
  /** Objects that no file has; the portal removes them within two days. */
  orphans: { files: number; bytes: number };
}

const batch = 100;

/**
 * Reads the contents of all files and compares them with their size and checksum, and the storage with what is known of it.
 * @param quick compares sizes alone, by what the storage lists, and reads no contents
 * @throws StorageFailure when the storage is away
 */
export async function checkContents(contents: UploadContents, { quick, now }: { quick: boolean; now: number }): Promise<Checked> {
  const { db, storage } = contents;
  const checked: Checked = {
    places: { database: { files: 0, bytes: 0 }, storage: { files: 0, bytes: 0 } },
    faults: [],
    orphans: { files: 0, bytes: 0 },
  };
  const sizes = new Map<string, number>();
  if (quick && storage) for await (const { object, size } of storage.store.list()) sizes.set(object, size);
  let after: UploadKey | undefined;
  do {
    const found = await listPlacedUploads(db, undefined, after, batch);
    for (const upload of found) {
      const place = checked.places[upload.object === null ? 'database' : 'storage'];
      place.files += 1;
      place.bytes += upload.size;
      const listed = quick && storage ? sizes.get(upload.object ?? '') : undefined;
      const reason = quick && upload.object !== null ? compareSize(upload, listed) : quick ? undefined : await findFault(contents, upload);
      // What was removed or moved meanwhile was fine when it was.
      if (reason !== undefined && (await isStill(contents, upload))) checked.faults.push({ tenant: upload.tenant, id: upload.id, reason });
    }
    after = found.at(-1);
  } while (after);
  if (storage)
    for await (const { size } of listOrphans(db, storage.store, now)) {
      checked.orphans.files += 1;
      checked.orphans.bytes += size;
    }
  return checked;
}

const compareSize = ({ size }: PlacedUpload, found: number | undefined): string | undefined =>
  found === undefined ? 'it is not in the storage' : found === size ? undefined : `it has ${found} bytes instead of ${size}`;

async function findFault(contents: UploadContents, upload: PlacedUpload): Promise<string | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const bytes of contents.read(upload, upload, 0, upload.size - 1)) {
      hash.update(bytes);
      size += bytes.length;
    }
  } catch (error) {
    if (error instanceof ChunkMissing || (error instanceof StorageFailure && error.status !== undefined)) return error.message;
    throw error;
  }
  if (size !== upload.size) return `it has ${size} bytes instead of ${upload.size}`;
  return upload.sha256 !== null && hash.digest('hex') !== upload.sha256 ? 'it is not what was stored' : undefined;
}

async function isStill({ db }: UploadContents, upload: PlacedUpload): Promise<boolean> {
  const now = await findUpload(db, upload);
  return now !== undefined && now.object === upload.object && now.version === upload.version;
}
