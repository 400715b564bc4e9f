import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { inTransaction } from '../transaction';
import { lockPoints, type PointHolder, takePoints } from './entries';

/**
 * Writes down which points of a member have expired, the oldest first, within the transaction `tx`, and holds on to the points.
 * @returns how many are left to spend; undefined when there is no such member
 */
export async function settlePoints(tx: Queryable, holder: PointHolder, now: Date): Promise<number | undefined> {
  const credit = await lockPoints(tx, holder);
  if (credit === undefined) return undefined;
  const { rows } = await sql<{ id: string; title: string; unspent: number }>`
    select id, title, unspent
    from point_entry
    where tenant = ${holder.tenant} and member_id = ${holder.member} and unspent > 0 and expires <= ${now}
    order by expires, place`.execute(tx.kysely);
  let left = credit;
  // What expires soonest is taken first, so that it is these entries that points are taken of.
  for (const { id, title, unspent } of rows) {
    const turn = await countTurns(tx, holder, `expired ${id}`);
    await takePoints(tx, holder, unspent, { kind: 'expired', about: title, deed: `expired ${id}`, turn, created: now });
    left -= unspent;
  }
  return left;
}

/** Points that come back after they would have expired do so at once, a second time for their entry. */
async function countTurns(tx: Queryable, { tenant, member }: PointHolder, deed: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from point_entry
    where tenant = ${tenant} and member_id = ${member} and deed = ${deed}`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}

/** How many members are settled in one go. */
const most = 500;

/** Writes down which points of all members have expired, member by member; of many the rest is done the next time. */
export async function settleExpired(db: Queryable, now: Date): Promise<void> {
  const { rows } = await sql<PointHolder>`
    select distinct tenant, member_id as member
    from point_entry
    where unspent > 0 and expires is not null and expires <= ${now}
    limit ${most}`.execute(db.kysely);
  for (const holder of rows) await inTransaction(db, (tx) => settlePoints(tx, holder, now));
}
