import { type Kysely, sql } from 'kysely';

/** ID numbers that were handed in by forms, apart from their items, which have their masks; they go with these. */
export async function createFormEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table form_entry (
      tenant text not null, id text not null, module text not null, item_id text not null, field text not null,
      id_cipher text not null, created timestamptz not null, ends timestamptz not null,
      primary key (tenant, id),
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`create index form_entry_item on form_entry (tenant, module, item_id)`.execute(db);
  await sql`create index form_entry_id_number on form_entry (tenant, ends) where id_cipher <> ''`.execute(db);
}
