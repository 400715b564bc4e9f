import { findHeldPlaces } from '../../../database/enrolments/enrolments';
import type { JsonObject } from '../../../model/json';
import type { ApiRequest } from '../../api/room';
import { isKnown, type Person } from '../../members/person';
import type { AccountServices } from '../../security/accountServices';
import { findActivity } from './activity';
import { checkFitness } from './rules';

/**
 * Returns what tells of each contact of a member whether it may be enrolled for the published item that a call names, or is already; of
 * its sessions, which ones it is enrolled for; and how many people more the account may enrol where that is limited (ledger ENR-11), so
 * that it is known before a form is sent. Undefined when the call names none.
 * @throws RequestError 404 when there is no such item in a module that is for enrolling
 */
export async function findStanding(
  { portal, parameters, now }: ApiRequest,
  { db }: AccountServices,
  member: string,
): Promise<((person: Person) => JsonObject) | undefined> {
  const id = parameters.get('activityId');
  if (id === undefined) return undefined;
  const activity = await findActivity(db, portal, id, now);
  const held = await findHeldPlaces(db, { tenant: portal.tenant, module: activity.module.name, activity: id }, member);
  const left = activity.most === undefined ? undefined : Math.max(0, activity.most - held.length);
  const judge = (person: Person): string => {
    // Whose ID number was erased is to be entered anew.
    const fit = isKnown(person) ? checkFitness(person, activity, now) : 'number';
    return fit === 'ok' && left === 0 ? 'most' : fit;
  };
  return (person) => {
    const own = held.filter(({ contact }) => contact === person.id);
    const whole = own.find(({ session }) => session === '');
    const sessions = activity.sessions.filter(({ id: session }) => own.some((place) => place.session === session)).map(({ name }) => name);
    return {
      fit: whole?.status ?? judge(person),
      ...(left === undefined ? {} : { left }),
      ...(sessions.length > 0 ? { enrolledFor: sessions.join(portal.texts['listSeparator'] ?? ',') } : {}),
    };
  };
}
