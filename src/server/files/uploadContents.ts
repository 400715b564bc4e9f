import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../database/connection';
import { runWithoutDeadline } from '../../database/deadline';
import {
  ChunkMissing,
  findUpload,
  finishUpload,
  type KeptObject,
  lockUpload,
  putChunks,
  readUpload,
  type Upload,
  type UploadFacts,
  type UploadKey,
} from '../../database/content/uploads';
import { noteGone } from '../../database/content/uploadObjects';
import { inTransaction } from '../../database/transaction';
import { writeDisposition } from './disposition';
import type { ObjectStore } from './objectStore';
import { ContentsDamaged, ObjectMissing, StorageFailure } from '../config/storageFailure';
import { WorkQueue } from './workQueue';

/** A storage, and whether new files go there. */
export interface StorageUse {
  store: ObjectStore;
  takesNew: boolean;
}

/** How often a reading that broke off goes on where it was. */
const mostResumed = 3;
/** From how many bytes on browsers are sent to a storage that they reach: below, one more request costs more than it saves. */
const redirectFrom = 8 * 1024 * 1024;
/** For how many seconds an address of the storage holds: a film is read piece by piece as it is watched. */
const signedSeconds = 6 * 3600;
/** Files that are brought to the storage at once, each with a part in memory, and how many more may wait. */
const [mostAtOnce, mostWaiting] = [4, 64];

/** The contents of files, wherever they are: those of each file are in the database, or are an object of the storage. */
export class UploadContents {
  private readonly bringing = new WorkQueue(mostAtOnce, mostWaiting);

  /** @param storage absent: all contents are in the database */
  constructor(
    readonly db: Queryable,
    readonly storage?: StorageUse,
  ) {}

  /**
   * Ends a file that was received into the database: its contents are brought to where new ones belong, and it is served from now on.
   * @throws StorageFailure, RequestError 503 when too many wait; the file is then as it was
   */
  async finish(key: UploadKey, facts: UploadFacts): Promise<void> {
    const { storage } = this;
    if (!storage?.takesNew) return finishUpload(this.db, key, facts);
    const chunks = readUpload(this.db, key, 0, facts.size - 1);
    const kept = await this.bringing.run(() => this.keep(storage.store, key, facts, chunks));
    await this.orDrop(kept, () => finishUpload(this.db, key, facts, kept));
  }

  /** Puts other contents in the place of those of a finished file. @throws as `finish` */
  async replace(key: UploadKey, facts: UploadFacts, bytes: Buffer): Promise<void> {
    const { storage } = this;
    const kept = storage?.takesNew ? await this.bringing.run(() => this.keep(storage.store, key, facts, one(bytes))) : undefined;
    await this.orDrop(kept, () =>
      inTransaction(this.db, async (tx) => {
        await lockUpload(tx, key);
        if (!kept) await putChunks(tx, key, bytes);
        await finishUpload(tx, key, facts, kept);
      }),
    );
  }

  /**
   * Returns the bytes from `start` to `end`, both included, as they are asked for. The file may be moved meanwhile, and a storage may break off:
   * it goes on where it was. Contents that are read as a whole are compared with their checksum before the last of them is handed out.
   * @throws ChunkMissing, StorageFailure; ContentsDamaged when they are not those that were stored
   */
  async *read(key: UploadKey, upload: Upload, start: number, end: number): AsyncGenerator<Buffer> {
    const hash = upload.sha256 !== null && start === 0 && end === upload.size - 1 ? createHash('sha256') : undefined;
    let [at, place, resumed, brokeAt] = [start, upload, 0, start];
    while (at <= end) {
      try {
        for await (const bytes of this.open(key, place, at, end)) {
          hash?.update(bytes);
          if (at + bytes.length > end && hash && hash.digest('hex') !== upload.sha256)
            throw new ContentsDamaged(`${key.tenant}/${key.id} is not what was stored`, 500);
          at += bytes.length;
          yield bytes;
        }
        if (at <= end) throw new ContentsDamaged(`${key.tenant}/${key.id} ends at byte ${at} of ${upload.size}`, 500);
      } catch (error) {
        resumed += 1;
        // What could not even be begun was tried several times already.
        const mayResume = isElsewhere(error) || (isBroken(error) && at > brokeAt);
        if (resumed > mostResumed || !mayResume) throw error;
        brokeAt = at;
        place = await this.findPlace(key, place, error);
      }
    }
  }

  /** All bytes of a file. @throws as `read` */
  async readWhole(key: UploadKey, upload: Upload): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const bytes of this.read(key, upload, 0, upload.size - 1)) pieces.push(bytes);
    return Buffer.concat(pieces);
  }

  /** Where browsers get large films and documents from the storage itself; undefined: nowhere. */
  get publicOrigin(): string | undefined {
    return this.storage?.store.publicOrigin;
  }

  /** Returns where a browser gets a large film or document from the storage itself; undefined for anything else, and where it does not reach it. */
  async sign({ object, kind, size }: Upload): Promise<string | undefined> {
    if (object === null || kind === 'image' || size < redirectFrom) return undefined;
    return this.storage?.store.sign(object, signedSeconds);
  }

  /**
   * Stores contents under a name of their own.
   * @throws StorageFailure, also when they are not of the size that the file has
   */
  async keep(store: ObjectStore, key: UploadKey, facts: UploadFacts, source: AsyncIterable<Buffer>): Promise<KeptObject> {
    const object = `${key.tenant}/${key.id}-${randomBytes(9).toString('base64url')}`;
    const stored = await store.put(object, source, { 'content-type': facts.type, 'content-disposition': writeDisposition(facts) });
    const kept = { object, sha256: stored.sha256 };
    if (stored.size === facts.size) return kept;
    await this.drop(kept);
    throw new ContentsDamaged(`${key.tenant}/${key.id} has ${stored.size} bytes instead of ${facts.size}`, 500);
  }

  /** Removes an object that no file came to have; one that cannot be removed now is found when the storage is looked through. */
  async drop({ object }: KeptObject): Promise<void> {
    await this.storage?.store.remove(object).catch(() => noteGone(this.db, object).catch(() => undefined));
  }

  private async orDrop(kept: KeptObject | undefined, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (kept) await this.drop(kept);
      throw error;
    }
  }

  private open(key: UploadKey, { object, size }: Upload, start: number, end: number): AsyncGenerator<Buffer> {
    if (object === null) return readUpload(this.db, key, start, end);
    if (!this.storage) throw new StorageFailure(`${key.tenant}/${key.id} is in a storage, and FILES_URL is not set`);
    return this.storage.store.get(object, start, end, start === 0 && end === size - 1);
  }

  /** Returns where the same contents are now. @throws the error when they are nowhere else, and asking again would not help */
  private async findPlace(key: UploadKey, before: Upload, error: unknown): Promise<Upload> {
    // Long after the request began.
    const now = await runWithoutDeadline(() => findUpload(this.db, key));
    if (!now || now.version !== before.version || now.size !== before.size) throw error;
    if (isElsewhere(error) && now.object === before.object) throw error;
    return now;
  }
}

/** Whether contents are no longer where they were. */
const isElsewhere = (error: unknown): boolean => error instanceof ChunkMissing || error instanceof ObjectMissing;

/** Whether reading may go on where it was. */
const isBroken = (error: unknown): boolean => error instanceof StorageFailure && error.status === undefined;

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
