import { unusedOf } from '../../../database/enrolments/enrolments';
import type { CountUnusedTickets } from '../../members/unusedTickets';
import { fieldsRead } from './state';
import { spanOfEnrolment, timetableOf } from './times';

/** Returns how many enrolments a member has for what ended in the period, without checking in. */
export const countUnusedEnrolments: CountUnusedTickets = async (db, { tenant, modules }, { member, since, now }) => {
  const rows = await unusedOf(db, tenant, member, fieldsRead(modules));
  return rows.reduce((sum, { module, doc, session, count }) => {
    const { end } = spanOfEnrolment({ timetable: timetableOf(modules[module], doc), session });
    return end !== undefined && end > since && end <= now ? sum + count : sum;
  }, 0);
};
