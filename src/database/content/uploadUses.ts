import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { UploadFacts } from './uploads';

/** The files of one owner, finished ones alone, the oldest first. */
export async function listUploads(db: Queryable, tenant: string, owner: string): Promise<(UploadFacts & { id: string; created: Date })[]> {
  const { rows } = await sql<UploadFacts & { id: string; created: Date }>`
    select id, kind, extension, type, name, size, created
    from upload
    where tenant = ${tenant} and owner = ${owner} and status = 1
    order by created, id`.execute(db.kysely);
  return rows;
}

/** Removes all files of one owner, unfinished ones too. */
export async function removeOwnUploads(tx: Queryable, tenant: string, owner: string): Promise<void> {
  await sql`
    with removed as (
      delete from upload where tenant = ${tenant} and owner = ${owner} returning object
    )
    insert into upload_gone (object) select object from removed where object is not null`.execute(tx.kysely);
}

const address = /\/files\/([\w-]{22})\./g;

/** The ids of files whose addresses stand in values, as texts, in lists, or within rich text. */
export const findUploadIds = (values: unknown): string[] => (mayHoldUpload(values) ? findUploadIdsIn(JSON.stringify(values) ?? '') : []);

/** Most pages show none: looking takes a tenth of the time that writing all of their data does. */
function mayHoldUpload(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('/files/');
  if (Array.isArray(value)) return value.some(mayHoldUpload);
  return typeof value === 'object' && value !== null && Object.values(value).some(mayHoldUpload);
}

/** The same of values that are written as JSON already. */
export function findUploadIdsIn(text: string): string[] {
  return text.includes('/files/') ? [...new Set([...text.matchAll(address)].map(([, id = '']) => id))] : [];
}

/**
 * Whether files are there, finished. They stay for a while from now on, by which time something refers to them: one that nothing refers to
 * is removed.
 */
export async function holdUploads(tx: Queryable, tenant: string, ids: readonly string[], now: number): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await sql`
    update upload
    set used = ${new Date(now)}
    where tenant = ${tenant} and id = any(${[...ids]}::text[]) and status = 1
    returning id`.execute(tx.kysely);
  return rows.length === ids.length;
}

/** Returns the names under which files were uploaded, by their ids. */
export async function readUploadNames(db: Queryable, tenant: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name
    from upload
    where tenant = ${tenant} and id = any(${[...ids]}::text[])`.execute(db.kysely);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Files that are removed by one statement: each may be of hundreds of megabytes. */
const sweepBatch = 10;

/**
 * Removes the files that were begun, and last put into a form, before a moment and that no item refers to, nor any version of
 * one: received and never used, broken off, or of an item that is gone. Those of the media library stay until staff removes them. Any number of servers may do so at once; a file that is just being put into a form is passed over.
 * @returns how many
 */
export async function removeUnused(db: Queryable, before: number): Promise<number> {
  for (let removed = 0; ;) {
    // Chosen once, before anything is removed: a subquery may be asked anew for each row, and knows no limit then.
    const { rows } = await sql<{ done: number }>`
      with chosen as materialized (
        select tenant, id
        from upload
        where created < ${new Date(before)} and (used is null or used < ${new Date(before)})
          and not exists (select from upload_use where upload_use.tenant = upload.tenant and upload_use.upload_id = upload.id)
          and not exists (select from media where media.tenant = upload.tenant and media.upload_id = upload.id)
          and not exists (select from version_upload where version_upload.tenant = upload.tenant and version_upload.upload_id = upload.id)
        limit ${sweepBatch}
        for update skip locked
      ), removed as (
        delete from upload
        using chosen
        where upload.tenant = chosen.tenant and upload.id = chosen.id
        returning upload.object
      ), left_behind as (
        insert into upload_gone (object) select object from removed where object is not null
      )
      select count(*)::int as done from removed`.execute(db.kysely);
    const done = rows[0]?.done ?? 0;
    removed += done;
    if (done < sweepBatch) return removed;
  }
}
