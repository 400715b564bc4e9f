import { type Kysely, sql } from 'kysely';

/** Which members are to be reminded of which items before they begin; when that is, the item itself says. */
export async function createItemReminders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table item_reminder (
      tenant text not null, member_id text not null, module text not null, item_id text not null, created timestamptz not null,
      primary key (tenant, member_id, module, item_id)
    )`.execute(db);
  await sql`create index item_reminder_item on item_reminder (tenant, module, item_id)`.execute(db);
}
