import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import { cancelEnrolment, type StoredEnrolment } from '../../../database/enrolments/enrolments';
import { giveBackPlaces, lockPlaces } from '../../../database/enrolments/places';
import type { CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import type { EnrolmentState } from '../../../model/services';
import { type ErrorCode, RequestError } from '../../api/errors';
import { toActivity } from './activity';
import type { Keys } from './enrol';
import { promoteWaiting } from './promote';
import { isCancellable, readEnrolments, computeState } from './state';

const refusals: Readonly<Partial<Record<EnrolmentState, ErrorCode>>> = {
  used: 'cancelUsed',
  unsubscribed: 'cancelledAlready',
  calledOff: 'cancelledAlready',
  lost: 'cancelledAlready',
};

/**
 * Takes a member's enrolment back within the transaction `tx`: its place goes to who waits for it (ledger PC-12).
 * @throws RequestError 404 when the member has none of this id, 409 when it cannot be taken back (any more)
 */
export async function cancelOwnEnrolment(
  tx: Queryable,
  keys: Keys,
  portal: CompiledPortal,
  member: string,
  id: string,
  now: number,
): Promise<void> {
  const [enrolment] = await readEnrolments(tx, portal, member, [id]);
  if (!enrolment) throw new RequestError('noSuchEnrolment');
  if (!isCancellable(portal, enrolment, now)) throw new RequestError(refusals[computeState(enrolment, now)] ?? 'cancelLate');
  if (!(await releasePlace(tx, keys, portal, enrolment, now))) throw new RequestError('cancelledAlready');
}

/**
 * Gives an enrolment's place back, exactly once, within the transaction `tx`; the first who waits and fits moves up.
 * @param take how the enrolment is taken back; tests show with another way that this one is what keeps a place from coming back twice
 * @returns false when somebody else did meanwhile
 */
export async function releasePlace(
  tx: Queryable,
  keys: Keys,
  portal: CompiledPortal,
  enrolment: StoredEnrolment,
  now: number,
  take = cancelEnrolment,
): Promise<boolean> {
  const { tenant, module: name, activity, session, status } = enrolment;
  // In the order in which places are taken: the activity, its session, the enrolment.
  await lockPlaces(tx, enrolment);
  if (!(await take(tx, enrolment, new Date(now)))) return false;
  if (status !== 'enrolled') return true;
  await giveBackPlaces(tx, { tenant, module: name, activity, session: '' }, 1);
  if (session !== '') await giveBackPlaces(tx, { tenant, module: name, activity, session }, 1);
  const module = portal.modules[name];
  const item = module && (await getItem(tx, tenant, name, activity));
  if (module && item?.status === 1)
    await promoteWaiting(tx, keys, portal, toActivity(tenant, module, { ...(item.doc as JsonObject), id: activity }, now), now);
  return true;
}
