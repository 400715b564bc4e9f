import { type Kysely, sql } from 'kysely';

/**
 * Contents of files may lie in a storage outside of the database: `object` is the name there, and the chunks are gone then. `sha256` is of the
 * contents, hexadecimal, where it is known. Objects that no file has any more are noted until they are removed. `upload_storage` has one row
 * once a storage is in use: the mark by which the storage is known to belong to this database, and when it was last looked through.
 */
export async function createUploadObjects(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column object text, add column sha256 text`.execute(db);
  await sql`create index upload_object on upload (object) where object is not null`.execute(db);
  await sql`create table upload_gone (object text primary key, since timestamptz not null default now())`.execute(db);
  await sql`
    create table upload_storage (
      one boolean primary key default true check (one), mark text not null, swept timestamptz not null default '-infinity'
    )`.execute(db);
}
