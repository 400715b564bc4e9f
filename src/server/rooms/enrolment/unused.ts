import type { Queryable } from '../../../database/connection';
import { unusedOf } from '../../../database/enrolments/enrolments';
import type { CompiledPortal } from '../../../model/compiled';
import { RequestError } from '../../api/errors';
import { spanOfEnrolment } from './times';

/** A time in which tickets that were not used count, in milliseconds since 1970: from `since` until `now`. */
export interface UnusedPeriod {
  member: string;
  since: number;
  now: number;
}

/** How many tickets of one kind a member left unused in a period. */
export type UnusedCounter = (db: Queryable, tenant: string, period: UnusedPeriod) => Promise<number>;

const day = 86_400_000;
const yearOfDays = 365;

/**
 * Keeps members who left too many tickets unused from taking new ones, as the institution's rules have it; an institution without the
 * rule keeps nobody.
 * @param counters of all kinds of tickets
 * @throws RequestError 409
 */
export async function refuseUnused(
  db: Queryable,
  { tenant, settings }: CompiledPortal,
  { member, now }: Omit<UnusedPeriod, 'since'>,
  counters: readonly UnusedCounter[],
): Promise<void> {
  const { unusedLimit, unusedDays = yearOfDays } = settings.rules ?? {};
  if (unusedLimit === undefined) return;
  let count = 0;
  for (const counter of counters) count += await counter(db, tenant, { member, since: now - unusedDays * day, now });
  if (count >= unusedLimit) throw new RequestError(409, 'tooManyUnused', { days: unusedDays, count });
}

/** Enrolments for what ended in the period, without checking in. */
export const unusedEnrolments: UnusedCounter = async (db, tenant, { member, since, now }) => {
  const rows = await unusedOf(db, tenant, member);
  return rows.reduce((sum, { doc, session, count }) => {
    const { end } = spanOfEnrolment(doc, session);
    return end !== undefined && end > since && end <= now ? sum + count : sum;
  }, 0);
};
