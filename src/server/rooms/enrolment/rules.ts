import type { CompiledModule } from '../../../model/compiled';
import type { EnrolmentFields } from '../../../model/definitions.g';
import { resolve } from '../../../model/pointer';
import { computeAge, type IdNumberHolder } from '../../../runtime/idNumber';
import { RequestError } from '../../api/errors';
import type { Activity } from './activity';
import { computeSpan, findSession, isOver, type Session } from './times';

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
export function checkPeople(activity: Pick<Activity, 'doc' | 'module'>, people: readonly IdNumberHolder[], now: number): void {
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

/** Whether a person may join an activity: yes, or only men may, only women may, or the person is too young or too old. */
type Fit = 'ok' | 'male' | 'female' | 'age';

/** An item, and the module whose fields say who may come. */
interface Limited {
  doc: Readonly<Record<string, unknown>>;
  module: Pick<CompiledModule, 'definition'>;
}

const onlySex: Readonly<Record<number, IdNumberHolder['sex']>> = { 1: 'male', 2: 'female' };

/**
 * Holds a person against the limits of an activity (ledger ENR-16 to ENR-18). Limits count unless a field says that they
 * are off. Limits of age for one sex go before those for all; a limit that is absent or not above 0 is none.
 * @param now milliseconds since 1970; the age is that of today
 */
export function checkFitness({ sex, birth }: IdNumberHolder, { doc, module }: Limited, now: number): Fit {
  const fields: Partial<EnrolmentFields> = module.definition.enrolment ?? {};
  const only = isOn(fields.sexOn, doc) ? onlySex[readNumber(fields.sex, doc) ?? 0] : undefined;
  if (only !== undefined && only !== sex) return only;
  if (!isOn(fields.ageOn, doc)) return 'ok';
  const age = computeAge(birth, now);
  const least = readLimit(fields[`${sex}MinAge`], doc) ?? readLimit(fields.minAge, doc);
  const most = readLimit(fields[`${sex}MaxAge`], doc) ?? readLimit(fields.maxAge, doc);
  return (least !== undefined && age < least) || (most !== undefined && age > most) ? 'age' : 'ok';
}

const isOn = (pointer: string | undefined, doc: Limited['doc']): boolean => (readNumber(pointer, doc) ?? 1) === 1;

function readLimit(pointer: string | undefined, doc: Limited['doc']): number | undefined {
  const limit = readNumber(pointer, doc);
  return limit !== undefined && limit > 0 ? limit : undefined;
}

/** Returns a number, also one that an import left as text. */
function readNumber(pointer: string | undefined, doc: Limited['doc']): number | undefined {
  const value = pointer === undefined ? undefined : resolve(pointer, doc);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
