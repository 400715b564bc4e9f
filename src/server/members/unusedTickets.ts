import type { Queryable } from '../../database/connection';
import type { CompiledPortal } from '../../model/compiled';
import { RequestError } from '../api/errors';

/** A time in which tickets that were not used count, in milliseconds since 1970: from `since` until `now`. */
interface UnusedPeriod {
  member: string;
  since: number;
  now: number;
}

/** The institution whose tickets they are; its modules say when that is what they are for. */
type Institution = Pick<CompiledPortal, 'tenant' | 'modules' | 'settings'>;

/** Returns how many tickets of one kind a member left unused in a period. */
export type CountUnusedTickets = (db: Queryable, portal: Institution, period: UnusedPeriod) => Promise<number>;

/** Refuses new tickets to a member who left too many unused. @throws RequestError 409 */
export type RefuseUnusedTickets = (db: Queryable, portal: Institution, who: Omit<UnusedPeriod, 'since'>) => Promise<void>;

const day = 86_400_000;
const yearOfDays = 365;

/**
 * Returns the guard that keeps members who left too many tickets unused from taking new ones, as the institution's rules have it;
 * an institution without the rule keeps nobody.
 * @param counters of all kinds of tickets, for they count together
 */
export function limitUnusedTickets(counters: readonly CountUnusedTickets[]): RefuseUnusedTickets {
  return async (db, portal, { member, now }) => {
    const { unusedLimit, unusedDays = yearOfDays } = portal.settings.rules ?? {};
    if (unusedLimit === undefined) return;
    let count = 0;
    for (const counter of counters) count += await counter(db, portal, { member, since: now - unusedDays * day, now });
    if (count >= unusedLimit) throw new RequestError('tooManyUnused', { days: unusedDays, count });
  };
}
