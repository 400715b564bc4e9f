import { type Kysely, sql } from 'kysely';

/** The last good replies of institutions' own back ends, for when these are away; as text, for they are only ever sent on. */
export async function createReplyCopies(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reply_copy (
      tenant text not null, key text not null, body text not null, size integer not null,
      made timestamptz not null, primary key (tenant, key)
    )`.execute(db);
  await sql`create index reply_copy_made on reply_copy (tenant, made)`.execute(db);
}
