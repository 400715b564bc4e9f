import { type Kysely, sql } from 'kysely';

/**
 * The lines before items that more want at once than can be answered. A gate says when the next one of its item has its turn; whoever has to wait
 * for that has a ticket, one for each member whatever the number of devices.
 */
export async function createLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_gate (
      tenant text not null, module text not null, item_id text not null, line text not null, next timestamptz not null,
      primary key (tenant, module, item_id, line)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table line_ticket (
      tenant text not null, module text not null, item_id text not null, line text not null, member_id text not null,
      part text not null default '', turn timestamptz not null, uses integer not null default 0,
      primary key (tenant, module, item_id, line, member_id)
    )`.execute(db);
  await sql`create index line_ticket_member on line_ticket (tenant, member_id)`.execute(db);
  await sql`create index line_ticket_turn on line_ticket (turn)`.execute(db);
  await sql`create index line_gate_next on line_gate (next)`.execute(db);
}
