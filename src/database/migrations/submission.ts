import { type Kysely, sql } from 'kysely';

/** What was answered to submissions that named themselves, so that a repeated one is answered the same and done once. */
export async function createSubmissions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table submission (
      tenant text not null, member_id text not null, key text not null, call text not null,
      body_hash text not null, answer jsonb, created timestamptz not null default now(),
      primary key (tenant, member_id, key)
    )`.execute(db);
  await sql`create index submission_created on submission (created)`.execute(db);
}
