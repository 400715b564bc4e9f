import { type Kysely, sql } from 'kysely';

/**
 * What staff have decided and what does not take effect yet: one decision of an item at most, until it is due or taken back.
 */
export async function createDecisions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table decision (
      tenant text not null, module text not null, item_id text not null, id text not null, move text not null,
      given jsonb not null default '{}', staff text not null, name text not null, made timestamptz not null, due timestamptz not null,
      attempts integer not null default 0, primary key (tenant, module, item_id), unique (tenant, id),
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`create index decision_due on decision (due)`.execute(db);
}
