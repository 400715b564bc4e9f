import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import { addPoints, takePoints } from '../../../database/points/entries';
import { settlePoints } from '../../../database/points/expiry';
import { inTransaction } from '../../../database/transaction';
import { computeExpiry, creditDeed, listPointRules, type PointInstitution } from '../../members/deeds';

/** Points that staff give or take, and why; `points` are negative for those that are taken. */
export interface Grant {
  member: string;
  points: number;
  reason: string;
  now: number;
}

/** What became of it: `short`: the member has not as many. */
export type GrantOutcome = 'done' | 'noMember' | 'short' | 'noRule' | 'usedUp';

/** Gives points to a member or takes some, with an entry that says why. */
export async function grantPoints(db: Queryable, institution: PointInstitution, grant: Grant): Promise<GrantOutcome> {
  const { member, points, reason, now } = grant;
  const holder = { tenant: institution.tenant, member };
  return inTransaction(db, async (tx) => {
    const credit = await settlePoints(tx, holder, new Date(now));
    if (credit === undefined) return 'noMember';
    if (credit + points < 0) return 'short';
    const cause = { about: reason, deed: `staff ${randomUUID()}`, created: new Date(now) };
    if (points < 0) await takePoints(tx, holder, -points, { ...cause, kind: 'deducted' });
    else await addPoints(tx, holder, points, { ...cause, kind: 'granted', expires: computeExpiry(institution, now) });
    return 'done';
  });
}

/** Credits what staff saw a member do, by a rule of the institution that says so. */
export async function grantByRule(
  db: Queryable,
  institution: PointInstitution,
  { member, rule, reason, now }: Omit<Grant, 'points'> & { rule: string },
): Promise<GrantOutcome> {
  if (!listPointRules(institution).some(([name, { deed }]) => name === rule && deed === 'granted')) return 'noRule';
  const deed = { name: 'granted', rule, member, key: randomUUID(), about: reason } as const;
  const earned = await inTransaction(db, (tx) => creditDeed(tx, institution, deed, now));
  return earned > 0 ? 'done' : 'usedUp';
}
