import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { inTransaction } from '../transaction';
import { findUpload, type KeptObject, lockUpload, type Upload, type UploadKey } from './uploads';

/** A finished file, and where its contents are. */
export type PlacedUpload = UploadKey & Upload;

/** Where contents are. */
export type Place = 'database' | 'storage';

/** Returns finished files whose contents are in a place, in the order of their names, those behind one of them. */
export async function listPlacedUploads(
  db: Queryable,
  place: Place | undefined,
  after: UploadKey | undefined,
  limit: number,
): Promise<PlacedUpload[]> {
  const { rows } = await sql<PlacedUpload>`
    select tenant, id, owner, kind, extension, type, name, size, status, object, sha256,
      (select version from media where media.tenant = upload.tenant and media.upload_id = upload.id) as version
    from upload
    where status = 1
      and (${place ?? null}::text is null or (object is not null) = (${place ?? null}::text = 'storage'))
      and (tenant, id) > (${after?.tenant ?? ''}, ${after?.id ?? ''})
    order by tenant, id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Counts finished files and their bytes by place. */
export async function countPlaces(db: Queryable): Promise<Record<Place, { files: number; bytes: number }>> {
  const { rows } = await sql<{ stored: boolean; files: number; bytes: number }>`
    select object is not null as stored, count(*)::int as files, sum(size)::bigint as bytes
    from upload
    where status = 1
    group by 1`.execute(db.kysely);
  const of = (stored: boolean) => {
    const { files = 0, bytes = 0 } = rows.find((row) => row.stored === stored) ?? {};
    return { files, bytes };
  };
  return { database: of(false), storage: of(true) };
}

/**
 * Has a file's contents lie in the storage from now on, and removes those in the database.
 * @param read the file as it was when its contents were read
 * @returns whether it was still the same
 */
export const moveToObject = (db: Queryable, read: PlacedUpload, kept: KeptObject): Promise<boolean> =>
  moveUnchanged(db, read, async (tx) => {
    const { tenant, id } = read;
    await sql`
      update upload set object = ${kept.object}, sha256 = ${kept.sha256} where tenant = ${tenant} and id = ${id}`.execute(tx.kysely);
    await sql`delete from upload_chunk where tenant = ${tenant} and upload_id = ${id}`.execute(tx.kysely);
  });

/**
 * Has a file's contents be those that were put into the database, from now on; the object is left to be removed.
 * @param read the file as it was when its contents were read
 * @returns whether it was still the same
 */
export const moveToChunks = (db: Queryable, read: PlacedUpload): Promise<boolean> =>
  moveUnchanged(db, read, async (tx) => {
    await sql`update upload set object = null where tenant = ${read.tenant} and id = ${read.id}`.execute(tx.kysely);
    await noteGone(tx, read.object ?? '');
  });

async function moveUnchanged(db: Queryable, read: PlacedUpload, move: (tx: Queryable) => Promise<void>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockUpload(tx, read);
    const now = await findUpload(tx, read);
    const same = now?.object === read.object && now.size === read.size && now.extension === read.extension && now.version === read.version;
    if (same) await move(tx);
    return same;
  });
}

/** Removes what lies in the database of a file whose contents are in the storage, such as a copy that was broken off. */
export async function removeUnreadChunks(db: Queryable, { tenant, id }: UploadKey): Promise<void> {
  await sql`
    delete from upload_chunk
    using upload
    where upload.tenant = ${tenant} and upload.id = ${id} and upload.object is not null
      and upload_chunk.tenant = ${tenant} and upload_chunk.upload_id = ${id}`.execute(db.kysely);
}

/**
 * Keeps a chunk of a file whose contents are still those of an object.
 * @returns whether they are
 */
export async function addChunkOf(db: Queryable, { tenant, id, object }: PlacedUpload, number: number, data: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into upload_chunk (tenant, upload_id, number, data)
    select tenant, id, ${number}::integer, ${data}::bytea
    from upload
    where tenant = ${tenant} and id = ${id} and object = ${object}
    for key share
    returning number`.execute(db.kysely);
  return rows.length === 1;
}

/** Notes that no file has an object any more. */
export async function noteGone(db: Queryable, object: string): Promise<void> {
  await sql`insert into upload_gone (object) values (${object}) on conflict do nothing`.execute(db.kysely);
}

/** Returns objects that no file has since before a moment. */
export async function listGone(db: Queryable, before: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select object
    from upload_gone
    where since < ${new Date(before)} and not exists (select from upload where upload.object = upload_gone.object)
    order by since
    limit ${limit}`.execute(db.kysely);
  return rows.map(({ object }) => object);
}

/** Forgets objects that were removed. */
export async function forgetGone(db: Queryable, objects: readonly string[]): Promise<void> {
  await sql`delete from upload_gone where object = any(${[...objects]}::text[])`.execute(db.kysely);
}

/** Returns those of some objects that no file has, nor had when it was removed. */
export async function findUnknownObjects(db: Queryable, objects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select object
    from unnest(${[...objects]}::text[]) as listed (object)
    where not exists (select from upload where upload.object = listed.object)
      and not exists (select from upload_gone where upload_gone.object = listed.object)`.execute(db.kysely);
  return rows.map(({ object }) => object);
}

/** Returns the mark by which a storage is known to belong to this database; it is made when it is first asked for. */
export async function readStorageMark(db: Queryable): Promise<string> {
  await sql`insert into upload_storage (mark) values (${randomUUID()}) on conflict do nothing`.execute(db.kysely);
  const { rows } = await sql<{ mark: string }>`select mark from upload_storage`.execute(db.kysely);
  return rows[0]?.mark ?? '';
}

/** Takes the turn to look the storage through, which of all servers one has. @returns whether nobody had it since a moment */
export async function takeSweepTurn(db: Queryable, since: number, now: number): Promise<boolean> {
  const { rows } = await sql`
    update upload_storage set swept = ${new Date(now)} where swept < ${new Date(since)} returning one`.execute(db.kysely);
  return rows.length > 0;
}
