import { countUnused } from '../../../database/enrolments/enrolments';
import type { CountUnusedTickets } from '../../members/unusedTickets';
import { collectFields } from './state';
import { computeEnrolmentSpan, readTimetable } from './times';

/** Returns how many enrolments a member has for what ended in the period, without checking in. */
export const countUnusedEnrolments: CountUnusedTickets = async (db, { tenant, modules }, { member, since, now }) => {
  const rows = await countUnused(db, tenant, member, collectFields(modules));
  return rows.reduce((sum, { module, doc, session, count }) => {
    const { end } = computeEnrolmentSpan({ timetable: readTimetable(modules[module], doc), session });
    return end !== undefined && end > since && end <= now ? sum + count : sum;
  }, 0);
};
