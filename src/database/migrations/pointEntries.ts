import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Change, fill, index } from './steps';

/**
 * Why members have the points they have: an entry for each change, of which none is ever changed but for `unspent`, what is still there of
 * points that came in. The balance of a member is the sum of the amounts and the sum of what is unspent; it stands beside them so that
 * one row can be locked and checked. A deed counts once: what is earned, taken back and earned again by it are turns 0, 1 and 2.
 * What was there before becomes the first entry of its member. Orders know what they took, and have a code to be picked up by.
 */
export const pointEntries: Change = {
  up: createPointEntries,
  after: [
    fill('point_account', ['tenant', 'member_id'], openBalances),
    index('point_order_code on point_order (tenant, code_hash) where code_hash is not null', { unique: true }),
  ],
};

async function createPointEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists point_entry (
      tenant text not null, id text not null, member_id text not null, place bigint generated always as identity,
      kind text not null check (
        kind in ('opening', 'earned', 'reversed', 'exchanged', 'returned', 'granted', 'deducted', 'expired')
      ),
      amount integer not null, unspent integer not null default 0 check (unspent >= 0), spent jsonb,
      rule text not null default '', title text not null default '', about text not null default '', deed text not null,
      turn integer not null default 0, created timestamptz not null, expires timestamptz, primary key (tenant, id)
    )`.execute(db);
  await sql`create unique index if not exists point_entry_deed on point_entry (tenant, member_id, deed, rule, turn)`.execute(db);
  await sql`create index if not exists point_entry_member on point_entry (tenant, member_id, place desc)`.execute(db);
  await sql`create index if not exists point_entry_unspent on point_entry (tenant, member_id, expires, place) where unspent > 0`.execute(
    db,
  );
  await sql`create index if not exists point_entry_expires on point_entry (expires) where unspent > 0 and expires is not null`.execute(db);
  await sql`
    alter table point_order
      add column if not exists module text not null default '',
      add column if not exists commodity_id text not null default '',
      add column if not exists price integer not null default 0,
      add column if not exists code_cipher text,
      add column if not exists code_hash text,
      add column if not exists closed timestamptz`.execute(db);
}

/** @internal Makes the first entry of each balance that has none, of those to which `part` applies. */
export function openBalances(part: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    insert into point_entry (tenant, id, member_id, kind, amount, unspent, deed, created)
    select tenant, 'opening-' || member_id, member_id, 'opening', credit, credit, 'opening', now()
    from point_account
    where credit > 0 and ${part} and not exists (
      select 1
      from point_entry
      where point_entry.tenant = point_account.tenant and point_entry.member_id = point_account.member_id
    )`;
}
