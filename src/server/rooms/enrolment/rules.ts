import { RequestError } from '../../api/errors';
import type { Person } from '../../members/person';
import type { Activity } from './activity';
import { checkFitness } from './fit';
import { findSession, isOver, computeSpan, type Session } from './times';

const unfit = { male: 'onlyMen', female: 'onlyWomen', age: 'ageUnfit' } as const;

/**
 * Whether an activity can be enrolled for now: it has places to give, its time of enrolment has come and is not over (ledger ACT-22 to
 * ACT-26), nor is the activity.
 * @throws RequestError 409
 */
export function checkOpen(activity: Activity, now: number): void {
  const { places, phase } = activity;
  if (places === 0) throw new RequestError('noSignUp');
  if (phase === 0) throw new RequestError('enrolEarly');
  if (phase !== 1 || isOver(computeSpan(activity), now)) throw new RequestError('enrolOver');
}

/**
 * Returns the session that was chosen; undefined of an activity without sessions.
 * @throws RequestError 400 when one must be chosen and was not (ledger ENR-10), or is not of this activity; 409 when it is over
 */
export function chooseSession(activity: Activity, id: string, now: number): Session | undefined {
  if (id === '' && activity.sessions.length === 0) return undefined;
  if (id === '') throw new RequestError('sessionMissing');
  const session = findSession(activity, id);
  if (!session) throw new RequestError('noSuchSession');
  if (isOver(computeSpan(activity, session), now)) throw new RequestError('sessionOver');
  return session;
}

/**
 * Whether everybody may come (ledger ENR-16 to ENR-18).
 * @throws RequestError 400
 */
export function checkPeople(
  activity: Pick<Activity, 'doc' | 'module'>,
  people: readonly Pick<Person, 'sex' | 'birth'>[],
  now: number,
): void {
  for (const person of people) {
    const fit = checkFitness(person, activity, now);
    if (fit !== 'ok') throw new RequestError(unfit[fit]);
  }
}

/**
 * Whether a member may enrol so many, with those enrolled before (ledger ENR-11).
 * @throws RequestError 409
 */
export function checkNumber({ most }: Pick<Activity, 'most'>, count: number): void {
  if (most !== undefined && count > most) throw new RequestError('mostPeople', { max: most });
}
