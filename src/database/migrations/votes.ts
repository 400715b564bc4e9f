import { type Kysely, sql } from 'kysely';

/**
 * How often a member voted for an item in a period, and under the empty id for all items about the same subject; how many votes an item
 * was given here, which says nothing of whose they were.
 */
export async function createVotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vote (
      tenant text not null, member_id text not null, module text not null, subject text not null, item_id text not null,
      period text not null, votes integer not null check (votes > 0), cast_at timestamptz not null,
      primary key (tenant, member_id, module, subject, item_id, period)
    )`.execute(db);
  await sql`
    create table vote_tally (
      tenant text not null, module text not null, item_id text not null, votes bigint not null,
      primary key (tenant, module, item_id)
    )`.execute(db);
}
