import { listHeldFor } from '../../../database/enrolments/heldIdNumbers';
import { countBack, type FindDueIdNumbers, readRetention } from '../../members/retention';
import { collectFields } from './state';
import { computeEnrolmentSpan, readTimetable } from './times';

/**
 * Finds the ID numbers of enrolments for what ended so long ago that an institution keeps them no longer. Of what is there no more, or
 * nobody knows the end of, the days count from when somebody enrolled: nothing is kept for ever.
 */
export const findDueIdNumbers: FindDueIdNumbers = async (db, { tenant, settings, modules }, now) => {
  const before = countBack(now, readRetention(settings).afterEndDays);
  const held = await listHeldFor(db, tenant, before, collectFields(modules));
  const over = held.filter(({ module, session, doc }) => {
    const { end } = computeEnrolmentSpan({ timetable: readTimetable(modules[module], doc), session });
    return end === undefined || end <= before.getTime();
  });
  return { of: 'enrolments', before, over: over.map(({ module, activity, session }) => ({ module, activity, session })) };
};
