import { randomInt, randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import {
  addEnrolments,
  findEnrolled,
  type EnrolmentScope,
  type EnrolmentStatus,
  type NewEnrolment,
  type StoredSignCode,
} from '../../../database/enrolments/enrolments';
import { lockPlaces, countTakenBySession, countTakenTogether, takePlaces, type TakePlaces } from '../../../database/enrolments/places';
import { RequestError } from '../../api/errors';
import type { FurtherValues } from '../../../runtime/further';
import type { KnownContact } from '../../members/contacts';
import { sealFurther } from '../../members/further';
import type { AccountServices } from '../../security/accountServices';
import { type CodeScope, hashAttendee, hashSignCode } from '../../security/storedHashes';
import type { Activity } from './activity';
import { findSession, type Session } from './times';

/** Who is to be enrolled for what, by whom; `now` in milliseconds since 1970. */
export interface Enrolling {
  activity: Activity;
  session?: Session;
  member: string;
  people: readonly KnownContact[];
  now: number;
  /** What the institution asks besides. */
  further?: FurtherValues;
}

/** What is needed of accounts. */
export type Keys = Pick<AccountServices, 'keys'>;

// Of an item with 10,000 codes one in a hundred new ones is taken.
const maxTries = 30;

/**
 * Gives people places within the transaction `tx`, all of them or none. The places are taken first, so that from then on nobody else
 * is given any of the same item until the transaction ends.
 * @param take how places are taken; tests show with another way that this one is what keeps from overselling
 * @returns the ids of the enrolments, in the order of the people
 * @throws RequestError 409 when there are not so many places left, or somebody is enrolled already
 */
export async function enrol(tx: Queryable, keys: Keys, enrolling: Enrolling, take: TakePlaces = takePlaces): Promise<string[]> {
  const { activity, session, people } = enrolling;
  const scope = toScope(enrolling);
  const taken =
    (await take(tx, { ...scope, session: '' }, activity.capacity, people.length)) &&
    (!session || (await take(tx, scope, session.limit, people.length)));
  if (!taken) throw await explainNoRoom(tx, keys, enrolling);
  return storeEnrolments(tx, keys, enrolling, 'enrolled');
}

/**
 * Puts people into the queue of an activity that is full, within the transaction `tx`.
 * @throws RequestError 409 when no queue is kept, there is room, or somebody is enrolled or waits already
 */
export async function queueUp(tx: Queryable, keys: Keys, enrolling: Enrolling): Promise<string[]> {
  if (!enrolling.activity.waiting) throw new RequestError('noWaiting');
  const scope = toScope(enrolling);
  await lockPlaces(tx, scope);
  if ((await countPlacesLeft(tx, enrolling)) >= enrolling.people.length) throw new RequestError('placesLeft');
  return storeEnrolments(tx, keys, enrolling, 'waiting');
}

/**
 * Lets people take part in the draw of an activity, within the transaction `tx`.
 * @throws RequestError 409 when somebody is enrolled or takes part already
 */
export const enterDraw = (tx: Queryable, keys: Keys, enrolling: Enrolling): Promise<string[]> =>
  storeEnrolments(tx, keys, enrolling, 'drawing');

const toScope = ({ activity: { tenant, module, id }, session }: Enrolling): EnrolmentScope => ({
  tenant,
  module: module.name,
  activity: id,
  session: session?.id ?? '',
});

/** Returns how many places are left for the session, or for an activity without sessions; never below 0. */
async function countPlacesLeft(
  tx: Queryable,
  { activity: { tenant, module, id, capacity }, session }: Pick<Enrolling, 'activity' | 'session'>,
  count = countTakenBySession,
): Promise<number> {
  const taken = await count(tx, tenant, module.name, id);
  const left = capacity - (taken.get('') ?? 0);
  return Math.max(0, session?.limit == null ? left : Math.min(left, session.limit - (taken.get(session.id) ?? 0)));
}

/** Returns what is said to those who wait their turn with an activity, or a session of it, once nobody is given a place any more. */
export async function judgeRoom(db: Queryable, activity: Activity, session: string): Promise<RequestError | undefined> {
  const chosen = findSession(activity, session);
  const left = await countPlacesLeft(db, { activity, ...(chosen ? { session: chosen } : {}) }, countTakenTogether);
  return left > 0 ? undefined : new RequestError('enrolFull');
}

/** Who is enrolled already hears that, not that others have taken the rest. */
async function explainNoRoom(tx: Queryable, keys: Keys, enrolling: Enrolling): Promise<RequestError> {
  const known = await findEnrolledBefore(tx, keys, enrolling, enrolling.people);
  if (known) return known;
  const left = await countPlacesLeft(tx, enrolling);
  return left > 0 && left < enrolling.people.length ? new RequestError('fewPlaces', { left }) : new RequestError('enrolFull');
}

async function findEnrolledBefore(
  tx: Queryable,
  keys: Keys,
  enrolling: Enrolling,
  people: readonly KnownContact[],
): Promise<RequestError | undefined> {
  const { tenant } = enrolling.activity;
  const hashesOf = ({ person }: KnownContact): string[] => hashAttendee(keys.keys, tenant, person.idNumber);
  const known = await findEnrolled(tx, toScope(enrolling), people.flatMap(hashesOf));
  const twice = people.find((attendee) => hashesOf(attendee).some((hash) => known.has(hash)));
  return twice && new RequestError('alreadyEnrolled', { name: twice.person.name });
}

/** What the database does not store is somebody's second enrolment, or has a code that is another's and gets a new one. */
async function storeEnrolments(tx: Queryable, keys: Keys, enrolling: Enrolling, status: EnrolmentStatus): Promise<string[]> {
  const { member, people, now, further = { values: {}, idNumbers: {} } } = enrolling;
  const scope = toScope(enrolling);
  const all = people.map((attendee) => ({ id: randomUUID(), attendee }));
  let pending = all;
  for (let tries = 0; pending.length > 0; tries += 1) {
    if (tries === maxTries) throw new Error(`No free code was found for ${scope.module} ${scope.activity}`);
    const rows = pending.map(({ id, attendee }) => ({
      ...toRow(keys, scope, id, attendee, status),
      // Staff reads of an enrolment what the institution asks of its people, too.
      ...sealFurther(keys, scope.tenant, further, attendee.stored),
    }));
    const stored = await addEnrolments(tx, scope, member, rows, new Date(now));
    pending = pending.filter(({ id }) => !stored.has(id));
    const left = pending.map(({ attendee }) => attendee);
    const known = left.length > 0 && (await findEnrolledBefore(tx, keys, enrolling, left));
    if (known) throw known;
  }
  return all.map(({ id }) => id);
}

function toRow(keys: Keys, scope: EnrolmentScope, id: string, { stored, person }: KnownContact, status: EnrolmentStatus): NewEnrolment {
  const [idHash, ...otherIdHashes] = hashAttendee(keys.keys, scope.tenant, person.idNumber);
  // Sealed with the same key that the hash is of, so that who changes keys finds both.
  const renew = (sealed: string): string => keys.keys.renew(scope.tenant, sealed);
  return {
    id,
    status,
    contact: stored.id,
    nameCipher: renew(stored.nameCipher),
    phoneCipher: renew(stored.phoneCipher),
    idCipher: renew(stored.idCipher),
    idHash,
    otherIdHashes,
    ...(status === 'enrolled' ? makeSignCode(keys, scope) : {}),
  };
}

const digits = 6;

/** Returns a new code that checks an enrolment in, as it is stored. */
export function makeSignCode({ keys }: Keys, scope: CodeScope): StoredSignCode {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const [signHash, ...otherSignHashes] = hashSignCode(keys, scope, code);
  return { signHash, otherSignHashes, signCipher: keys.seal(scope.tenant, code) };
}
