import { findMeant, undoCheckInOne } from '../../../database/enrolments/signCodes';
import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import { asString } from '../../../model/json';
import { maskName } from '../../../runtime/mask';
import { formatPattern } from '../../../runtime/text';
import { type ErrorCode, RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireSite } from '../../desk/site';
import { readTitle } from '../../items/record';
import { takeBackDeed } from '../../members/deeds';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { type Activity, findActivity } from './activity';
import { type Arrival, receive } from './arrival';
import { callEnrolmentsOff } from './callOff';
import { promoteOne } from './promote';
import { nameAttendance } from './signIn';
import { collectFields } from './state';

/** Why somebody of the list cannot be checked in. */
const refusals: Readonly<Record<Exclude<Arrival['kind'], 'done'>, ErrorCode>> = {
  before: 'signedAlready',
  over: 'activityOver',
  waiting: 'deskNotEnrolled',
  cancelled: 'deskNotEnrolled',
  early: 'deskNotEnrolled',
  elsewhere: 'noSuchEnrolment',
  unknown: 'noSuchEnrolment',
};

/** Checks somebody in by a line of the list or by a code. @throws RequestError 400 for a code and 404 for a line that is not there, 409 for who has no place or is checked in */
export async function checkInAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, now } = request;
  const { activity, id } = await readLine(request, accounts);
  const code = asString(request.body['signCode']).trim();
  const arriving = { activity, meant: code === '' ? { id } : { code }, at: now, offline: false, anyDay: true };
  const arrival = await inTransaction(accounts.db, (tx) => receive(tx, request, accounts, arriving));
  const isUnknown = arrival.kind === 'unknown' || arrival.kind === 'elsewhere';
  if (code !== '' && isUnknown) throw new RequestError('deskScanUnknownText');
  if (arrival.kind !== 'done') throw new RequestError(refusals[arrival.kind]);
  const name = maskName(openText(accounts.keys, activity.tenant, arrival.enrolment.nameCipher));
  return { message: formatPattern(portal.texts['deskCheckedIn'] ?? '', { name }, portal.patterns) };
}

/** Takes a check-in back, with what it earned. @throws RequestError 409 where there is none */
export async function undoAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, now } = request;
  const { activity, id } = await readLine(request, accounts);
  await inTransaction(accounts.db, async (tx) => {
    const undone = (await findLine(tx, activity, id)) && (await undoCheckInOne(tx, activity.tenant, id));
    if (!undone) throw new RequestError('deskNotSignedIn');
    await takeBackDeed(tx, requireSite(portal), nameAttendance(activity, undone), now);
    await noteMove(tx, request, activity, 'undo', id);
  });
  return { message: portal.texts['deskUndone'] };
}

/**
 * Gives somebody who waits a place that is free, whoever has waited longer.
 * @throws RequestError 404 for a line that is not there, 409 where no place is free or they wait no longer
 */
export async function promoteAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, now } = request;
  const { activity, id } = await readLine(request, accounts);
  await inTransaction(accounts.db, async (tx) => {
    const waiting = await findLine(tx, activity, id);
    if (!waiting) throw new RequestError('noSuchEnrolment');
    const outcome = await promoteOne(tx, accounts, requireSite(portal), activity, waiting, now);
    if (outcome !== 'done') throw new RequestError(outcome === 'full' ? 'placesGone' : 'deskNotWaiting');
    await noteMove(tx, request, activity, 'promote', id);
  });
  return { message: portal.texts['deskPromoted'] };
}

/** Calls somebody off for the institution and tells them why. @throws RequestError 409 for who has come, or was called off before */
export async function callOffAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, now } = request;
  const { activity, id } = await readLine(request, accounts);
  const done = await callEnrolmentsOff(accounts, requireSite(portal), {
    activity: activity.id,
    isMeant: (row) => row.id === id,
    reason: asString(body['reason']),
    now,
    within: (tx) => noteMove(tx, request, activity, 'callOff', id),
  });
  if (done === 0) throw new RequestError('deskNotCallable');
  return { message: portal.texts['deskCalledOff'] };
}

async function readLine({ portal, body, now }: ApiRequest, { db }: AccountServices): Promise<{ activity: Activity; id: string }> {
  const activity = await findActivity(db, requireSite(portal), asString(body['activityId']), now);
  return { activity, id: asString(body['id']) };
}

const findLine = (tx: Queryable, { tenant, module, id: activity }: Activity, id: string) =>
  findMeant(tx, { tenant, module: module.name, activity }, { id }, collectFields({ [module.name]: module }));

async function noteMove(tx: Queryable, request: ApiRequest, { module, id, doc }: Activity, move: string, enrolment: string): Promise<void> {
  await note(tx, request, {
    action: `enrolment.${move}`,
    module: module.name,
    item: id,
    title: readTitle(module, doc),
    detail: { enrolment },
  });
}
