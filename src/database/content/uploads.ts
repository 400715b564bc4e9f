import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { inTransaction } from '../transaction';

/** Bytes of every chunk but the last: where a byte lies follows from its number. */
export const chunkBytes = 256 * 1024;

/** What is known of a file once all of it is there. */
export interface UploadFacts {
  kind: string;
  extension: string;
  type: string;
  name: string;
  size: number;
}

/** Where contents lie outside of the database, and what they are known by. */
export interface KeptObject {
  /** The name in the storage; no other contents ever have it. */
  object: string;
  /** SHA-256 of the contents, hexadecimal. */
  sha256: string;
}

/**
 * A file; status 0 as long as it is being received, then 1 (ledger UPLOAD-10). One of the media library can be replaced, which is counted; any
 * other has no version, and never changes. Its contents are in the database, or in the storage under the name of `object`; their checksum may
 * not be known.
 */
export type Upload = UploadFacts & {
  id: string;
  owner: string;
  status: number;
  version: number | null;
  object: string | null;
  sha256: string | null;
};

/** A chunk that should be there is not: the file was removed, replaced or moved to the storage meanwhile, or is damaged. */
export class ChunkMissing extends Error {
  override readonly name = 'ChunkMissing';
}

/** Which file: ids are random, and an institution's own. */
export interface UploadKey {
  tenant: string;
  id: string;
}

/**
 * Begins a file. Its chunks follow in statements of their own rather than in one transaction, which a slow connection would keep
 * open for minutes; nobody is shown a file before it is finished.
 */
export async function startUpload(
  db: Queryable,
  { tenant, id }: UploadKey,
  { owner, name, now }: { owner: string; name: string; now: number },
): Promise<void> {
  await sql`
    insert into upload (tenant, id, owner, name, created)
    values (${tenant}, ${id}, ${owner}, ${name}, ${new Date(now)})`.execute(db.kysely);
}

/** Keeps a chunk; the first one has number 0. */
export async function addChunk(db: Queryable, { tenant, id }: UploadKey, number: number, data: Buffer): Promise<void> {
  await sql`
    insert into upload_chunk (tenant, upload_id, number, data)
    values (${tenant}, ${id}, ${number}, ${data})`.execute(db.kysely);
}

/**
 * Ends a file: from now on it is served.
 * @param kept where its contents were brought; those in the database are removed then. Absent: they are in the database
 */
export async function finishUpload(
  db: Queryable,
  { tenant, id }: UploadKey,
  { kind, extension, type, name, size }: UploadFacts,
  kept?: KeptObject,
): Promise<void> {
  await sql`
    with emptied as (
      delete from upload_chunk
      where tenant = ${tenant} and upload_id = ${id} and ${kept !== undefined}::boolean
    ), left_behind as (
      insert into upload_gone (object)
      select object from upload where tenant = ${tenant} and id = ${id} and object is not null
    )
    update upload
    set status = 1, kind = ${kind}, extension = ${extension}, type = ${type}, name = ${name}, size = ${size},
      object = ${kept?.object ?? null}::text, sha256 = ${kept?.sha256 ?? null}::text
    where tenant = ${tenant} and id = ${id}`.execute(db.kysely);
}

/** Returns a file's facts; undefined for one that is not there. */
export async function findUpload(db: Queryable, { tenant, id }: UploadKey): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`
    select id, owner, kind, extension, type, name, size, status, object, sha256,
      (select version from media where media.tenant = upload.tenant and media.upload_id = upload.id) as version
    from upload
    where tenant = ${tenant} and id = ${id}`.execute(db.kysely);
  return rows[0];
}

/**
 * Returns the bytes from `start` to `end`, both included, chunk by chunk as they are asked for.
 * @throws ChunkMissing
 */
export async function* readUpload(db: Queryable, { tenant, id }: UploadKey, start: number, end: number): AsyncGenerator<Buffer> {
  for (let number = Math.floor(start / chunkBytes); number * chunkBytes <= end; number += 1) {
    const { rows } = await sql<{ data: Buffer }>`
      select data
      from upload_chunk
      where tenant = ${tenant} and upload_id = ${id} and number = ${number}`.execute(db.kysely);
    const data = rows[0]?.data;
    if (!data) throw new ChunkMissing(`Upload ${id} lacks chunk ${number}`);
    yield data.subarray(Math.max(0, start - number * chunkBytes), end - number * chunkBytes + 1);
  }
}

/** All bytes of a file whose contents are in the database. @throws ChunkMissing */
export async function readWholeUpload(db: Queryable, key: UploadKey, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readUpload(db, key, 0, size - 1)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Puts zeros in the place of bytes that were received; the places do not overlap. The file must not be finished yet. */
export async function wipeUpload(
  db: Queryable,
  { tenant, id }: UploadKey,
  places: readonly { start: number; length: number }[],
): Promise<void> {
  const inChunks = new Map<number, [from: number, to: number][]>();
  for (const { start, length } of places)
    for (let at = start; at < start + length; at = (Math.floor(at / chunkBytes) + 1) * chunkBytes) {
      const number = Math.floor(at / chunkBytes);
      const within = inChunks.get(number) ?? [];
      inChunks.set(number, within);
      within.push([at - number * chunkBytes, Math.min(chunkBytes, start + length - number * chunkBytes)]);
    }
  for (const [number, within] of inChunks) {
    const { rows } = await sql<{ data: Buffer }>`
      select data
      from upload_chunk
      where tenant = ${tenant} and upload_id = ${id} and number = ${number}`.execute(db.kysely);
    const data = rows[0]?.data;
    // What lies behind the end is none of the file's bytes.
    if (!data) continue;
    for (const [from, to] of within) data.fill(0, Math.min(from, data.length), Math.min(to, data.length));
    await sql`
      update upload_chunk
      set data = ${data}
      where tenant = ${tenant} and upload_id = ${id} and number = ${number}`.execute(db.kysely);
  }
}

/** Keeps a file to a transaction: who changes where its contents are takes the file before its chunks, so that no two wait for each other. */
export async function lockUpload(tx: Queryable, { tenant, id }: UploadKey): Promise<void> {
  await sql`select from upload where tenant = ${tenant} and id = ${id} for update`.execute(tx.kysely);
}

/** Puts other bytes in the place of those that are in the database. Within a transaction, unless nobody reads the file yet. */
export async function putChunks(tx: Queryable, key: UploadKey, bytes: Buffer): Promise<void> {
  await sql`delete from upload_chunk where tenant = ${key.tenant} and upload_id = ${key.id}`.execute(tx.kysely);
  for (let number = 0; number * chunkBytes < bytes.length; number += 1)
    await addChunk(tx, key, number, bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes));
}

/** Puts other bytes in the place of those that were received. The file must not be finished yet. */
export const replaceUpload = (db: Queryable, key: UploadKey, bytes: Buffer): Promise<void> =>
  inTransaction(db, (tx) => putChunks(tx, key, bytes));

/** Removes files and their contents, those in the storage as soon as somebody tidies up there. */
export async function removeUploads(db: Queryable, tenant: string, ids: readonly string[]): Promise<void> {
  await sql`
    with removed as (
      delete from upload where tenant = ${tenant} and id = any(${[...ids]}::text[]) returning object
    )
    insert into upload_gone (object) select object from removed where object is not null`.execute(db.kysely);
}

/** A picture in another width, made before; undefined when it was not. */
export async function findUploadWidth(db: Queryable, { tenant, id }: UploadKey, width: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ data: Buffer }>`
    select data
    from upload_width
    where tenant = ${tenant} and upload_id = ${id} and width = ${width}`.execute(db.kysely);
  return rows[0]?.data;
}

/**
 * Keeps a picture in another width for as long as the picture; two servers may have made it at once, and a removed one stays removed.
 * @param version that of the picture which it was made of: nothing is kept of one that was replaced meanwhile
 */
export async function keepUploadWidth(
  db: Queryable,
  { tenant, id, version }: UploadKey & Pick<Upload, 'version'>,
  width: number,
  data: Buffer,
): Promise<void> {
  await sql`
    insert into upload_width (tenant, upload_id, width, data)
    select tenant, id, ${width}, ${data}
    from upload
    where tenant = ${tenant} and id = ${id}
      and (select version from media where media.tenant = ${tenant} and media.upload_id = ${id}) is not distinct from ${version}::integer
    for key share
    on conflict do nothing`.execute(db.kysely);
}
