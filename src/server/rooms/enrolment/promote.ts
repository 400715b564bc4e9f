import type { Queryable } from '../../../database/connection';
import { admitWaiting, findQueue, type StoredEnrolment } from '../../../database/enrolments/enrolments';
import { giveBackPlaces, lockPlaces, takePlaces } from '../../../database/enrolments/places';
import { findMeant } from '../../../database/enrolments/signCodes';
import type { CompiledPortal } from '../../../model/compiled';
import { readIdNumber } from '../../../runtime/idNumber';
import { RequestError } from '../../api/errors';
import { readTitle } from '../../items/record';
import { tellOfKept } from '../../messages/tellOfMove';
import { openText } from '../../security/keys';
import type { Activity } from './activity';
import { type Keys, makeSignCode } from './enrol';
import { checkFitness } from './rules';
import { computeSpan, findSession, hasBegun, isOver } from './times';

const maxTries = 30;

/**
 * Gives those who wait the places that came free, who came first first, within the transaction `tx`, and tells them. Who would not fit
 * the activity any more, or waits for a session that is full or has begun, is passed over and stays in the queue.
 * @returns how many moved up
 */
export async function promoteWaiting(tx: Queryable, keys: Keys, portal: CompiledPortal, activity: Activity, now: number): Promise<number> {
  const { tenant, id, capacity } = activity;
  const scope = { tenant, module: activity.module.name, activity: id };
  let room = capacity - (await lockPlaces(tx, scope));
  let moved = 0;
  for (const waiting of room > 0 ? await findQueue(tx, scope) : []) {
    if (room === 0) break;
    if (!mayMoveUp(keys, activity, waiting, now) || !(await takePlaceFor(tx, activity, waiting))) continue;
    await admitAndTell(tx, keys, portal, activity, waiting, now);
    room -= 1;
    moved += 1;
  }
  return moved;
}

/**
 * Gives one who waits a place that is free, within the transaction `tx`, and tells them: staff chose the very person, whoever came first.
 * @param take how the place is taken; tests show with another way that this one is what keeps from overselling
 */
export async function promoteOne(
  tx: Queryable,
  keys: Keys,
  portal: CompiledPortal,
  activity: Activity,
  waiting: StoredEnrolment,
  now: number,
  take = takePlaceFor,
): Promise<'done' | 'full' | 'gone'> {
  if (waiting.status !== 'waiting' || isOver(computeSpan(activity, findSession(activity, waiting.session)), now)) return 'gone';
  await lockPlaces(tx, waiting);
  if (!(await take(tx, activity, waiting))) return 'full';
  // Whoever left the queue while this one waited for the lock has given nothing back: the transaction takes the place back.
  if ((await findMeant(tx, waiting, waiting, []))?.status !== 'waiting') throw new RequestError('deskNotWaiting');
  await admitAndTell(tx, keys, portal, activity, waiting, now);
  return 'done';
}

async function admitAndTell(
  tx: Queryable,
  keys: Keys,
  portal: CompiledPortal,
  { tenant, id, module, doc }: Activity,
  waiting: StoredEnrolment,
  now: number,
): Promise<void> {
  await admit(tx, keys, waiting);
  const item = { activityInfo: { id, name: readTitle(module, doc) }, name: keys.keys.open(tenant, waiting.nameCipher) };
  const told = { service: 'enrolment.list', name: 'promote', member: waiting.member, key: waiting.id, item } as const;
  await tellOfKept(tx, keys, portal, told, now);
}

/** Returns whether somebody could be given a place: who fits, and whose session has not begun. */
export function mayMoveUp({ keys }: Keys, activity: Activity, { session: id, idCipher }: StoredEnrolment, now: number): boolean {
  const session = findSession(activity, id);
  if (!session && (id !== '' || activity.sessions.length > 0)) return false;
  const span = computeSpan(activity, session);
  const person = readIdNumber(openText(keys, activity.tenant, idCipher), now);
  return !hasBegun(span, now) && !isOver(span, now) && person !== undefined && checkFitness(person, activity, now) === 'ok';
}

/** Takes a place of the activity and of the session that somebody waits for. @returns false when there is none */
export async function takePlaceFor(
  tx: Queryable,
  activity: Activity,
  { tenant, module, activity: id, session }: StoredEnrolment,
): Promise<boolean> {
  const whole = { tenant, module, activity: id, session: '' };
  if (!(await takePlaces(tx, whole, activity.capacity, 1))) return false;
  if (session === '' || (await takePlaces(tx, { ...whole, session }, findSession(activity, session)?.limit ?? null, 1))) return true;
  await giveBackPlaces(tx, whole, 1);
  return false;
}

/** Gives one who waits the place that was taken, with a code. */
export async function admit(tx: Queryable, keys: Keys, waiting: StoredEnrolment): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) if (await admitWaiting(tx, waiting, makeSignCode(keys, waiting))) return;
  throw new Error(`No free code was found for ${waiting.module} ${waiting.activity}`);
}
