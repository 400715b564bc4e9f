import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import {
  addChunk,
  chunkBytes,
  finishUpload,
  removeUploads,
  startUpload,
  type UploadFacts,
  type UploadKey,
} from '../../../database/content/uploads';
import { RequestError } from '../../api/errors';
import { ContainerWatch, hasControls, headBytes, isWide, detectType, type FileKind, type FileType } from './fileTypes';
import { stripMetadata } from './jpeg';

/** The largest file of each kind, in megabytes. */
export type Limits = Readonly<Record<FileKind, number>>;

/** A file to receive: its name as the sender has it, its bytes, and the kind that is asked for. */
export interface Incoming {
  filename: string;
  bytes: AsyncIterable<Buffer>;
  wanted?: FileKind;
}

/** Whose file it is, and since when. */
interface Receipt {
  tenant: string;
  owner: string;
  limits: Limits;
  now: number;
}

/** A file that was received. */
export type Received = UploadFacts & UploadKey;

/** Messages for a file of another kind than the one that is asked for (ledger UPLOAD-02, 05). */
const refusals = { image: 'uploadImage', video: 'uploadVideo', file: 'uploadType' } as const;
const megabyte = 1024 * 1024;
const maxNameLength = 100;

/**
 * Stores a file while it arrives: its beginning says what it is, and what is too much is refused as soon as it comes.
 * @throws RequestError 413 when it is larger than its kind may be; 400 when it is empty or not of a kind that is accepted
 */
export async function receiveFile(
  db: Queryable,
  { tenant, owner, limits, now }: Receipt,
  { filename, bytes, wanted }: Incoming,
): Promise<Received> {
  const source = bytes[Symbol.asyncIterator]();
  const head = await readHead(source);
  if (head.length === 0) throw new RequestError('uploadEmpty');
  const begun = await detectType(head);
  if (!begun || (wanted !== undefined && begun.kind !== wanted)) throw refuseKind(wanted);
  const key = { tenant, id: randomBytes(16).toString('base64url') };
  await startUpload(db, key, { owner, name: filename.slice(0, maxNameLength), now });
  try {
    const watch = new ContainerWatch(begun);
    const size = await store(db, key, stripStream(begun, checkStream(joinChunks(head, source), begun, head, limits[begun.kind], watch)));
    const type = watch.result();
    if (!type) throw refuseKind(wanted);
    const facts = { ...type, size, name: sanitizeName(filename, type.extension) };
    await finishUpload(db, key, facts);
    return { ...key, ...facts };
  } catch (error) {
    await removeUploads(db, tenant, [key.id]);
    throw error;
  }
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

/** Pictures of cameras leave what they know of the photographer behind. */
async function* stripStream({ extension }: FileType, source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (extension !== 'jpg') {
    yield* source;
    return;
  }
  try {
    yield* stripMetadata(source);
  } catch (error) {
    throw error instanceof RequestError ? error : refuseKind('image');
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

/** Characters of a name that are looked at; it is kept far shorter, so that what is cut off is not missed. */
const maxNameRead = 1000;

/** Returns the name under which a file is saved again: without folders and what systems do not allow, with the ending of its true type. */
function sanitizeName(filename: string, extension: string): string {
  const base = filename
    .slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)
    .slice(0, maxNameRead)
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}<>:"|?*]/gu, '')
    .replace(/\.[^.]*$/, '');
  const trimmed = /[^.\s](?:.*[^.\s])?/s.exec(base)?.[0] ?? 'file';
  return `${[...trimmed].slice(0, maxNameLength).join('')}.${extension}`;
}
