import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { selectPage, type Page, type Window } from '../page';

/** What changed a member's points. */
export type PointKind = 'opening' | 'earned' | 'reversed' | 'exchanged' | 'returned' | 'granted' | 'deducted' | 'expired';

/** Whose points. */
export interface PointHolder {
  tenant: string;
  member: string;
}

/**
 * Why points come or go: the rule and its name for what was earned, what it was about, and the deed, which counts once. `turn` is how
 * often the deed has counted and been taken back before.
 */
export interface PointCause {
  kind: PointKind;
  rule?: string;
  title?: string;
  about?: string;
  deed: string;
  turn?: number;
  created: Date;
}

/** Which entries points were taken of, and how many of each. */
export type SpentPoints = readonly { id: string; amount: number }[];

/** A change of a member's points, as stored. */
export interface StoredPointEntry {
  id: string;
  kind: PointKind;
  amount: number;
  rule: string;
  title: string;
  about: string;
  deed: string;
  created: Date;
  expires: Date | null;
}

const ENTRY = sql.raw('id, kind, amount, rule, title, about, deed, created, expires');
const ofHolder = ({ tenant, member }: PointHolder): RawBuilder<unknown> => sql`tenant = ${tenant} and member_id = ${member}`;

/**
 * Holds on to a member's points until the transaction `tx` ends: whoever changes them at the same time waits. All that changes points
 * begins with it.
 * @returns how many there are; undefined when there is no such member
 */
export async function lockPoints(tx: Queryable, holder: PointHolder): Promise<number | undefined> {
  const lock = async (): Promise<number | undefined> =>
    (await sql<{ credit: number }>`select credit from point_account where ${ofHolder(holder)} for update`.execute(tx.kysely)).rows[0]
      ?.credit;
  const known = await lock();
  if (known !== undefined) return known;
  // The member's row is held too, or somebody whose account is being removed would leave points behind.
  await sql`
    insert into point_account (tenant, member_id)
    select tenant, id
    from member
    where tenant = ${holder.tenant} and id = ${holder.member}
    for share
    on conflict do nothing`.execute(tx.kysely);
  return lock();
}

/** Adds points to those of a member that were locked in the transaction `tx`. @param expires until when they can be spent; null: for ever */
export async function addPoints(
  tx: Queryable,
  holder: PointHolder,
  amount: number,
  cause: PointCause & { expires: Date | null },
): Promise<void> {
  await addEntry(tx, holder, { amount, unspent: amount, expires: cause.expires }, cause);
}

/**
 * Takes points of those of a member that were locked in the transaction `tx`: first those that were earned by `first`, then those that
 * expire soonest, then the oldest.
 * @param amount no more than there are
 */
export async function takePoints(
  tx: Queryable,
  holder: PointHolder,
  amount: number,
  { first = '', ...cause }: PointCause & { first?: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; amount: number }>`
    with lot as (
      select id, unspent,
        sum(unspent) over (order by case when deed = ${first} then 0 else 1 end, expires nulls last, place) - unspent as before
      from point_entry
      where ${ofHolder(holder)} and unspent > 0
    ),
    taken as (
      select id, least(unspent, ${amount}::integer - before)::integer as amount
      from lot
      where before < ${amount}::integer
    )
    update point_entry entry
    set unspent = entry.unspent - taken.amount
    from taken
    where entry.tenant = ${holder.tenant} and entry.id = taken.id
    returning entry.id, taken.amount`.execute(tx.kysely);
  if (rows.reduce((sum, row) => sum + row.amount, 0) !== amount) throw new Error(`${holder.member} has not as many points to take`);
  await addEntry(tx, holder, { amount: -amount, spent: rows }, cause);
}

/** Puts points back to the entries that they were taken of, in the transaction `tx` in which they were locked: they expire when they would have. */
export async function putPointsBack(tx: Queryable, holder: PointHolder, deed: string, cause: PointCause): Promise<number> {
  const { rows } = await sql<{ amount: number; spent: SpentPoints | null }>`
    select amount, spent
    from point_entry
    where ${ofHolder(holder)} and deed = ${deed} and amount < 0`.execute(tx.kysely);
  const [taken] = rows;
  if (!taken) return 0;
  await sql`
    update point_entry entry
    set unspent = entry.unspent + back.amount
    from jsonb_to_recordset(${JSON.stringify(taken.spent ?? [])}::jsonb) as back (id text, amount integer)
    where entry.tenant = ${holder.tenant} and entry.id = back.id`.execute(tx.kysely);
  await addEntry(tx, holder, { amount: -taken.amount }, cause);
  return -taken.amount;
}

/** What a deed has brought by one rule: how many points, how often it counted or was taken back, and when it first did. */
export interface DeedSum {
  rule: string;
  title: string;
  about: string;
  amount: number;
  turns: number;
}

/** Returns what a deed of a member has brought so far, by rule. */
export async function sumDeed(db: Queryable, holder: PointHolder, deed: string): Promise<DeedSum[]> {
  const { rows } = await sql<DeedSum>`
    select rule, max(title) as title, max(about) as about, sum(amount)::integer as amount, count(*)::integer as turns
    from point_entry
    where ${ofHolder(holder)} and deed = ${deed}
    group by rule
    order by rule`.execute(db.kysely);
  return rows;
}

/** Returns how often a member has earned by a rule since a moment. */
export async function countEarned(db: Queryable, holder: PointHolder, rule: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from point_entry
    where ${ofHolder(holder)} and rule = ${rule} and kind = 'earned' and created >= ${since}`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}

/** Returns how many points a member can spend at a moment. */
export async function readCredit(db: Queryable, holder: PointHolder, now: Date): Promise<number> {
  const { rows } = await sql<{ credit: number }>`
    select (credit - (
      select coalesce(sum(unspent), 0)
      from point_entry
      where ${ofHolder(holder)} and unspent > 0 and expires <= ${now}
    ))::integer as credit
    from point_account
    where ${ofHolder(holder)}`.execute(db.kysely);
  return rows[0]?.credit ?? 0;
}

/** Returns a page of a member's entries, the newest first, and how many there are; of what came in or went out, or of all. */
export function listPointEntries(
  db: Queryable,
  holder: PointHolder,
  { way, ...window }: Window & { way?: 'in' | 'out' },
): Promise<Page<StoredPointEntry>> {
  const among = { in: sql` and amount > 0`, out: sql` and amount < 0` };
  // What was taken back of a deed whose points were spent already took none: it says nothing to the member.
  const from = sql`point_entry where ${ofHolder(holder)}${way === undefined ? sql` and amount <> 0` : among[way]}`;
  return selectPage(db, { select: ENTRY, from, orderBy: sql`place desc` }, window);
}

/** A member whose balance is not the sum of the entries. */
export interface UnequalAccount extends PointHolder {
  credit: number;
  amounts: number;
  unspent: number;
}

/** Returns the members whose balance, entries and unspent points do not agree; none unless something is wrong. */
export async function findUnequalAccounts(db: Queryable, tenant: string): Promise<UnequalAccount[]> {
  const { rows } = await sql<UnequalAccount>`
    select coalesce(a.tenant, e.tenant) as tenant, coalesce(a.member_id, e.member_id) as member, coalesce(a.credit, 0) as credit,
      coalesce(e.amounts, 0)::integer as amounts, coalesce(e.unspent, 0)::integer as unspent
    from (select * from point_account where tenant = ${tenant}) a
    full join (
      select tenant, member_id, sum(amount) as amounts, sum(unspent) as unspent
      from point_entry
      where tenant = ${tenant}
      group by tenant, member_id
    ) e on e.tenant = a.tenant and e.member_id = a.member_id
    where coalesce(a.credit, 0) <> coalesce(e.amounts, 0) or coalesce(a.credit, 0) <> coalesce(e.unspent, 0)`.execute(db.kysely);
  return rows;
}

/** Writes an entry and changes the balance by it: nothing else does the one or the other. */
async function addEntry(
  tx: Queryable,
  { tenant, member }: PointHolder,
  { amount, unspent = 0, expires = null, spent }: { amount: number; unspent?: number; expires?: Date | null; spent?: SpentPoints },
  { kind, rule = '', title = '', about = '', deed, turn = 0, created }: PointCause,
): Promise<void> {
  await sql`
    insert into point_entry (
      tenant, id, member_id, kind, amount, unspent, spent, rule, title, about, deed, turn, created, expires
    )
    values (
      ${tenant}, ${randomUUID()}, ${member}, ${kind}, ${amount}, ${unspent},
      ${spent === undefined ? null : JSON.stringify(spent)}::jsonb, ${rule}, ${title}, ${about}, ${deed}, ${turn}, ${created}, ${expires}
    )`.execute(tx.kysely);
  await sql`
    update point_account
    set credit = credit + ${amount}
    where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
