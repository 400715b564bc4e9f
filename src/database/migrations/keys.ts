import { type Kysely, sql } from 'kysely';

/**
 * The master keys that sealed what is stored, by label, with a mark that proves a key without telling it; `rotated` when nothing was left
 * under it. Names of members and purposes of bookings move from plain columns into sealed ones, by who has the key.
 */
export async function createKeyGenerations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key_generation (
      label text primary key, mark text not null, created timestamptz not null default clock_timestamp(),
      rotated timestamptz
    )`.execute(db);
  await sql`alter table member add column name_cipher text not null default ''`.execute(db);
  await sql`alter table booking add column purpose_cipher text not null default ''`.execute(db);
  await sql`alter table booking alter column purpose set default ''`.execute(db);
}
