import { listHeldFor } from '../../../database/enrolments/heldIdNumbers';
import { listUntoldAttendees } from '../../../database/messages/reminders';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { writeTime } from '../../../runtime/dates';
import { formatDate } from '../../../runtime/time';
import { readTitle } from '../../items/record';
import { nameNewsOfKept, tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { collectFields } from './state';
import { computeEnrolmentSpan, readTimetable } from './times';

/**
 * Reminds members of what they have a place of on a day: once for each activity or session and day, whatever number of people they enrolled.
 * What is put off to another day they are reminded of again. ID numbers are held for whatever is not long over, so that not all that ever was is looked at.
 */
export async function remindOfActivities({ db, keys, clock }: AccountServices, portal: CompiledPortal, day: string): Promise<void> {
  const { tenant, modules } = portal;
  const now = clock();
  for (const { module, activity, session, doc } of await listHeldFor(db, tenant, new Date(now), collectFields(modules))) {
    const { begin } = computeEnrolmentSpan({ timetable: readTimetable(modules[module], doc), session });
    if (doc === null || begin === undefined || formatDate(begin) !== day) continue;
    const key = [module, activity, session, day].join(' ');
    const deed = nameNewsOfKept(portal, 'enrolment.list', 'remind', key);
    if (deed === undefined) return;
    const item = {
      activityInfo: { id: activity, name: readTitle(modules[module], doc) },
      startTime: writeTime(begin, 'moment', { ...portal, now }),
    };
    for (const member of await listUntoldAttendees(db, { tenant, module, activity, session }, deed))
      await inTransaction(db, (tx) =>
        tellOfKept(tx, { keys }, portal, { service: 'enrolment.list', name: 'remind', member, key, item }, now),
      );
  }
}
