import { sql } from 'kysely';
import { type Change, index } from './steps';

/**
 * Contents of files may lie in a storage outside of the database: `object` is the name there, and the chunks are gone then. `sha256` is of the
 * contents, hexadecimal, where it is known. Objects that no file has any more are noted until they are removed. `upload_storage` has one row
 * once a storage is in use: the mark by which the storage is known to belong to this database, and when it was last looked through.
 */
export const uploadObjects: Change = {
  up: async (db) => {
    await sql`alter table upload add column if not exists object text, add column if not exists sha256 text`.execute(db);
    await sql`create table if not exists upload_gone (object text primary key, since timestamptz not null default now())`.execute(db);
    await sql`
      create table if not exists upload_storage (
        one boolean primary key default true check (one), mark text not null, swept timestamptz not null default '-infinity'
      )`.execute(db);
  },
  after: [index('upload_object on upload (object) where object is not null')],
};
