import { type Kysely, sql } from 'kysely';

/**
 * What was changed of that which servers remember, for some minutes. Numbers of transactions tell what a reader has not seen yet: those given by
 * an identity become visible in another order than they were given in.
 */
export async function createChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table change (
      tenant text not null, id bigint generated always as identity, topic text not null, module text not null,
      item text not null, transaction bigint not null, primary key (tenant, id)
    )`.execute(db);
  await sql`create index change_transaction on change (transaction)`.execute(db);
}
