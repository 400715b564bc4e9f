import { getItem } from '../../../database/content/items';
import { heldPlaces } from '../../../database/enrolments/enrolments';
import type { JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest } from '../../api/request';
import type { Person } from '../../members/person';
import type { AccountServices } from '../../security/accountServices';
import { sessionsOf } from './activity';
import { checkFitness } from './fit';

/**
 * Returns what tells of each contact of a member whether it may be enrolled for the published item that a call names, or is already; of
 * its sessions, which ones it is enrolled for. Undefined when the call names none.
 * @throws RequestError 404 when there is no such item in a module whose calls people enrol by
 */
export async function findStanding(
  { portal, parameters, now }: ApiRequest,
  { db }: AccountServices,
  member: string,
): Promise<((person: Person) => JsonObject) | undefined> {
  const activity = parameters.get('activityId');
  if (activity === undefined) return undefined;
  const { tenant, texts, endpoints } = portal;
  const modules = new Set(Object.values(endpoints).flatMap(({ module, service }) => (service?.startsWith('enrolment.') ? [module] : [])));
  for (const module of modules) {
    const item = await getItem(db, tenant, module, activity);
    if (item?.status !== 1) continue;
    const held = await heldPlaces(db, { tenant, module, activity }, member);
    return (person) => {
      const own = held.filter(({ contact }) => contact === person.id);
      const whole = own.find(({ session }) => session === '');
      const sessions = sessionsOf(item.doc)
        .filter(({ id }) => own.some(({ session }) => session === id))
        .map(({ name }) => name);
      return {
        fit: whole?.status ?? checkFitness(person, item.doc, now),
        ...(sessions.length > 0 ? { enrolledFor: sessions.join(texts['listSeparator'] ?? ',') } : {}),
      };
    };
  }
  throw new RequestError('noSuchItem');
}
