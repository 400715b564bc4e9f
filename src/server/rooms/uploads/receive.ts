import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import {
  addChunk,
  chunkBytes,
  readWholeUpload,
  removeUploads,
  replaceUpload,
  startUpload,
  type UploadFacts,
  type UploadKey,
  wipeUpload,
} from '../../../database/content/uploads';
import { RequestError } from '../../api/errors';
import { envelopeBytes } from '../../api/multipart';
import type { UploadContents } from '../../files/uploadContents';
import { measurePicture, pictureQueue, renewPicture } from '../../files/renewPicture';
import { type Claim, isFitName, isTrueToType, readClaimedKind } from './claims';
import { mergeRanges, type Range } from './filmSamples';
import { mendFilm } from './mendFilm';
import { ContainerWatch, hasControls, headBytes, isWide, detectType, type FileKind, type FileType } from './fileTypes';

/** The largest file of each kind, in megabytes. */
type Limits = Readonly<Record<FileKind, number>>;

/** A file to receive: what the sender says of it, its bytes, and the kind that is asked for. */
interface Incoming extends Claim {
  bytes: AsyncIterable<Buffer>;
  wanted?: FileKind;
}

/** Whose file it is, and since when. */
interface Receipt {
  tenant: string;
  owner: string;
  limits: Limits;
  /** Bytes of a body that holds one file alone, where the sender tells: what is too large is refused at its beginning. */
  announced?: number;
  now: number;
}

/** A file that was received; of a picture that is complete its points, too. */
export type Received = UploadFacts & UploadKey & { width?: number; height?: number };

/** Messages for a file of another kind than the one that is asked for (ledger UPLOAD-02, 05). */
const refusals = { image: 'uploadImage', video: 'uploadVideo', file: 'uploadType' } as const;
const megabyte = 1024 * 1024;

/**
 * Stores a file while it arrives: its beginning says what it is, and what is too much is refused as soon as it comes. It is served once it
 * is completed.
 * @throws RequestError 413 when it is larger than its kind may be; 400 when it is empty, not of a kind that is accepted, or not what its name
 * and its header say (ledger UPLOAD-02)
 */
export async function receiveFile(db: Queryable, receipt: Receipt, incoming: Incoming): Promise<Received> {
  const { tenant, owner, limits, announced, now } = receipt;
  const { filename, bytes, wanted } = incoming;
  const source = bytes[Symbol.asyncIterator]();
  const head = await readHead(source);
  if (head.length === 0) throw new RequestError('uploadEmpty');
  const begun = await detectType(head);
  const asked = wanted ?? readClaimedKind(incoming);
  if (!begun || begun.kind !== (wanted ?? begun.kind)) throw refuseKind(asked);
  if (!isFitName(filename)) throw new RequestError('uploadName');
  refuseLarge(announced, limits[begun.kind]);
  const key = { tenant, id: randomBytes(16).toString('base64url') };
  await startUpload(db, key, { owner, name: filename, now });
  try {
    const watch = new ContainerWatch(begun);
    const checked = checkStream(joinChunks(head, source), begun, head, limits[begun.kind], watch);
    let removed: Range[] = [];
    const mended = mendStream(checked, asked, (ranges) => (removed = ranges));
    const size = await store(db, key, begun.extension === 'mp4' ? mended : checked);
    const type = watch.result();
    if (!type || !isTrueToType(incoming, type)) throw refuseKind(asked);
    await wipeUpload(db, key, mergeRanges(removed, size));
    return { ...key, ...type, size, name: filename };
  } catch (error) {
    await removeUploads(db, tenant, [key.id]);
    throw error;
  }
}

/**
 * Ends a file that was received: from now on it is served. A picture is written anew before, one at a time, so that nothing but its points is.
 * @param longest points of the longer side of a picture at most: a larger one is made smaller
 * @throws RequestError 400 for what is no picture or a broken one, 503 when too many wait; StorageFailure when it cannot be stored
 */
export async function completeFile(contents: UploadContents, received: Received, longest?: number): Promise<Received> {
  const { tenant, id, kind } = received;
  const complete = kind === 'image' ? await pictureQueue.run(() => renewUpload(contents.db, received, longest)) : received;
  await contents.finish({ tenant, id }, complete);
  return complete;
}

/** @returns the file as it is stored now */
async function renewUpload(db: Queryable, received: Received, longest: number | undefined): Promise<Received> {
  const { tenant, id, size, extension } = received;
  const renewed = await renewPicture(await readWholeUpload(db, { tenant, id }, size), extension, longest);
  await replaceUpload(db, { tenant, id }, renewed);
  return { ...received, size: renewed.length, ...(longest === undefined ? {} : await measurePicture(renewed)) };
}

/** @throws RequestError 413 when a body says that it is larger than files of so many megabytes each */
export function refuseLarge(announced: number | undefined, largest: number, files = 1): void {
  if (announced !== undefined && announced > files * largest * megabyte + envelopeBytes)
    throw new RequestError('uploadSize', { size: largest });
}

/** Returns the refusal of a file that is not of the kind that is asked for, or of none that is accepted. */
export const refuseKind = (wanted: FileKind | undefined): RequestError => new RequestError(refusals[wanted ?? 'file']);

async function readHead(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await source.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* joinChunks(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/** Returns the bytes as they pass: counted, and looked at as long as the beginning does not tell everything. */
async function* checkStream(
  source: AsyncGenerator<Buffer>,
  { extension, kind }: FileType,
  head: Buffer,
  largest: number,
  watch: ContainerWatch,
): AsyncGenerator<Buffer> {
  let size = 0;
  const words = extension === 'txt' && !isWide(head);
  for await (const bytes of source) {
    size += bytes.length;
    if (size > largest * megabyte) throw new RequestError('uploadSize', { size: largest });
    if (words && hasControls(bytes)) throw refuseKind(kind);
    watch.pass(bytes);
    yield bytes;
  }
}

/** Returns a film as it passes, without what it says of who took it; a broken one is refused. */
async function* mendStream(
  source: AsyncIterable<Buffer>,
  asked: FileKind | undefined,
  onRemoved: (ranges: Range[]) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* mendFilm(source, onRemoved);
  } catch (error) {
    throw error instanceof RequestError ? error : refuseKind(asked);
  }
}

/** @returns the bytes that were stored */
async function store(db: Queryable, key: UploadKey, source: AsyncGenerator<Buffer>): Promise<number> {
  let waiting: Buffer[] = [];
  let [held, number, size] = [0, 0, 0];
  const flush = async (count: number): Promise<void> => {
    const all = Buffer.concat(waiting);
    await addChunk(db, key, number, all.subarray(0, count));
    waiting = [all.subarray(count)];
    held -= count;
    number += 1;
    size += count;
  };
  for await (const bytes of source) {
    waiting.push(bytes);
    held += bytes.length;
    while (held >= chunkBytes) await flush(chunkBytes);
  }
  if (held > 0) await flush(held);
  return size;
}
