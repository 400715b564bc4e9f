import { type Kysely, sql } from 'kysely';

/**
 * Which replies no longer show what holds, for who keeps them in front of the servers; a row is without an
 * item when all of its module is meant, without a module when all of the institution is.
 */
export async function createStaleReplies(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stale_reply (
      tenant text not null, id text not null, module text not null, item_id text not null,
      noted timestamptz not null default now(), due timestamptz not null default now(), round smallint not null default 0,
      attempts smallint not null default 0, primary key (tenant, id)
    )`.execute(db);
  await sql`create index stale_reply_due on stale_reply (due)`.execute(db);
}
