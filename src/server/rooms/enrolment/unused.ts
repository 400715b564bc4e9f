import { unusedOf } from '../../../database/enrolments/enrolments';
import type { CountUnusedTickets } from '../../members/unusedTickets';
import { spanOfEnrolment } from './times';

/** Returns how many enrolments a member has for what ended in the period, without checking in. */
export const countUnusedEnrolments: CountUnusedTickets = async (db, tenant, { member, since, now }) => {
  const rows = await unusedOf(db, tenant, member);
  return rows.reduce((sum, { doc, session, count }) => {
    const { end } = spanOfEnrolment(doc, session);
    return end !== undefined && end > since && end <= now ? sum + count : sum;
  }, 0);
};
