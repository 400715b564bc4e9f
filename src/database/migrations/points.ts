import { type Kysely, sql } from 'kysely';

/** Members' points, never below zero, and what was ordered for them: state 1 not yet handled, 2 handled, 3 taken back (ledger CORD-04). */
export async function createPoints(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table point_account (
      tenant text not null, member_id text not null, credit integer not null default 0 check (credit >= 0),
      primary key (tenant, member_id)
    )`.execute(db);
  await sql`
    create table point_order (
      tenant text not null, id text not null, member_id text not null, commodity_name text not null,
      user_name_cipher text not null, contact_cipher text not null, address_cipher text not null,
      remark text not null default '', state smallint not null default 1 check (state in (1, 2, 3)),
      created timestamptz not null default now(), primary key (tenant, id)
    )`.execute(db);
  await sql`create index point_order_member on point_order (tenant, member_id, created desc, id desc)`.execute(db);
}
