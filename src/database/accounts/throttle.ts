import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { asWriter } from '../transaction';

/** What is limited; the key names the rule and who it is counted for. */
type ThrottleKey = { tenant: string; key: string };

/**
 * Counts one more use. A window begins with the first use and lasts `milliseconds`; uses beyond the limit do not prolong it.
 * One statement, so that processes and calls at the same time count each other.
 * @returns how many uses there were in this window, this one included
 */
export async function countUse(db: Queryable, { tenant, key }: ThrottleKey, milliseconds: number, now: number): Promise<number> {
  const [at, end] = [new Date(now), new Date(now + milliseconds)];
  const counting = sql<{ count: number }>`
    insert into throttle (tenant, key, count, expires)
    values (${tenant}, ${key}, 1, ${end})
    on conflict (tenant, key) do update set
      count = case when throttle.expires <= ${at} then 1 else throttle.count + 1 end,
      expires = case when throttle.expires <= ${at} then ${end} else throttle.expires end
    returning count`;
  const { rows } = await asWriter(db, () => counting.execute(db.kysely));
  return rows[0]?.count ?? 1;
}

/**
 * Counts one more attempt; the `most`-th one locks for `milliseconds` from then on, earlier ones are forgotten as long after
 * the last of them.
 * @returns whether the attempt may be made
 */
export async function countAttempt(
  db: Queryable,
  { tenant, key }: ThrottleKey,
  most: number,
  milliseconds: number,
  now: number,
): Promise<boolean> {
  const [at, end] = [new Date(now), new Date(now + milliseconds)];
  const counting = sql<{ count: number }>`
    insert into throttle (tenant, key, count, expires)
    values (${tenant}, ${key}, 1, ${end})
    on conflict (tenant, key) do update set
      count = case when throttle.expires <= ${at} then 1 else throttle.count + 1 end,
      expires = case when throttle.expires <= ${at} or throttle.count < ${most} then ${end} else throttle.expires end
    returning count`;
  const { rows } = await asWriter(db, () => counting.execute(db.kysely));
  return (rows[0]?.count ?? 1) <= most;
}

/** Takes one use back, as when what was counted ahead turned out to be none. */
export async function takeBackUse(db: Queryable, { tenant, key }: ThrottleKey): Promise<void> {
  const taking = sql`update throttle set count = greatest(count - 1, 0) where tenant = ${tenant} and key = ${key}`;
  await asWriter(db, () => taking.execute(db.kysely));
}

/** Forgets what was counted. */
export async function forgetUses(db: Queryable, { tenant, key }: ThrottleKey): Promise<void> {
  const forgetting = sql`delete from throttle where tenant = ${tenant} and key = ${key}`;
  await asWriter(db, () => forgetting.execute(db.kysely));
}
