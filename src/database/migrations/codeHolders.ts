import { type Kysely, sql } from 'kysely';

/**
 * A code belongs to the browser that asked for it, so that a phone may have several at a time and nobody uses up another's. Codes last
 * minutes: those that are waiting are asked for again.
 */
export async function createCodeHolders(db: Kysely<unknown>): Promise<void> {
  await sql`drop table one_time_code`.execute(db);
  await sql`
    create table one_time_code (
      tenant text not null, purpose text not null, phone_hash text not null, holder_hash text not null, code_hash text not null,
      expires timestamptz not null, tries integer not null default 0, primary key (tenant, purpose, phone_hash, holder_hash)
    )`.execute(db);
}
