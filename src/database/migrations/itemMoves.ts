import { type Kysely, sql } from 'kysely';

/**
 * The state of an item by its name, of those that its module declares; null where only the status tells. What has become of items goes with
 * them.
 */
export async function createItemMoves(db: Kysely<unknown>): Promise<void> {
  await sql`alter table item add column state text`.execute(db);
  await sql`
    create table item_move (
      tenant text not null, module text not null, item_id text not null, number integer not null, at timestamptz not null,
      role text not null, move text not null, origin text not null, target text not null, given jsonb not null default '{}',
      primary key (tenant, module, item_id, number),
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
}
