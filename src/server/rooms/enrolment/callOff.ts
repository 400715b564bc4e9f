import type { Queryable } from '../../../database/connection';
import { cancelEnrolment, findEnrolmentsFor, type StoredEnrolment } from '../../../database/enrolments/enrolments';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { listOrigins } from '../../../runtime/lifecycle';
import { readTitle } from '../../items/record';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { releasePlace } from './cancel';
import { collectFields, computeState } from './state';
import { readTimetable } from './times';

/** What staff call off: the enrolments for an item that `isMeant` picks, and why. */
interface CallingOff {
  activity: string;
  isMeant(enrolment: StoredEnrolment): boolean;
  /** For members to read. */
  reason: string;
  now: number;
  /** What else happens with each, in the transaction of it. */
  within?(tx: Queryable): Promise<void>;
}

/**
 * Calls enrolments off for the institution and tells their members why, each in a transaction of its own: what a process that dies has
 * left is found by the next. Those who wait go first, or they would move up into places that are given back.
 * @returns how many were called off
 */
export async function callEnrolmentsOff(
  { db, keys }: Pick<AccountServices, 'db' | 'keys'>,
  portal: CompiledPortal,
  { activity, isMeant, reason, now, within }: CallingOff,
): Promise<number> {
  const { tenant, modules } = portal;
  const from = listOrigins(portal, 'enrolment.list', 'callOff');
  const meant = (await findEnrolmentsFor(db, tenant, activity, collectFields(modules)))
    .filter((row) => from.includes(computeState({ ...row, timetable: readTimetable(modules[row.module], row.doc) }, now)) && isMeant(row))
    .sort((one, other) => Number(other.status === 'waiting') - Number(one.status === 'waiting'));
  let done = 0;
  for (const enrolment of meant) {
    const { id, member, module, doc, nameCipher } = enrolment;
    const isDone = await inTransaction(db, async (tx) => {
      if (!(await releasePlace(tx, { keys }, portal, enrolment, now, (inner, row, at) => cancelEnrolment(inner, row, at, true))))
        return false;
      const item = { activityInfo: { id: activity, name: readTitle(modules[module], doc ?? {}) }, name: keys.open(tenant, nameCipher) };
      const told = { service: 'enrolment.list', name: 'callOff', member, key: id, item, given: { reason } } as const;
      await tellOfKept(tx, { keys }, portal, told, now);
      await within?.(tx);
      return true;
    });
    done += isDone ? 1 : 0;
  }
  return done;
}
