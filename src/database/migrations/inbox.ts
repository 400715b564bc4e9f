import { type Kysely, sql } from 'kysely';

/** Messages to members, in finished words. */
export async function createInbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inbox_message (
      tenant text not null, member_id text not null, id text not null, kind text not null, title text not null,
      body text not null default '', link text not null default '', created timestamptz not null default now(),
      read timestamptz, primary key (tenant, id)
    )`.execute(db);
  await sql`create index inbox_message_member on inbox_message (tenant, member_id, created desc, id desc)`.execute(db);
}
