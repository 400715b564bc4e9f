import { accountServices } from '../accounts/services';
import { bookingServices } from '../booking/services';
import { collectionServices } from '../collection/services';
import { commentServices } from '../comments/services';
import { contactServices } from '../contacts/services';
import { counterServices } from '../counters/services';
import { enrolmentServices } from '../enrolment/services';
import { inboxServices } from '../inbox/services';
import { interactionServices } from '../interactions/services';
import { pointServices } from '../points/services';
import { profileServices } from '../profile/services';
import { searchServices } from '../search/services';
import { siteServices } from '../site/services';
import { uploadServices } from '../uploads/services';
import type { ApiRequest } from './answer';
import type { BackEndContext } from './backEnd';
import type { Answer } from './envelope';

/** Answers a call that is not answered from a module's items. */
export type Service = (request: ApiRequest, context: BackEndContext) => Promise<Answer> | Answer;

/** The services of every room, by the name that definitions call them by: `room.name`. */
const rooms: readonly Readonly<Record<string, Service>>[] = [
  siteServices,
  withDatabase(counterServices),
  withDatabase(interactionServices),
  withAccounts(commentServices),
  withDatabase(collectionServices),
  withDatabase(inboxServices),
  withDatabase(searchServices),
  withAccounts(accountServices),
  withAccounts(uploadServices),
  withAccounts(bookingServices),
  withAccounts(contactServices),
  withAccounts(enrolmentServices),
  withAccounts(pointServices),
  withAccounts(profileServices),
];

const services: ReadonlyMap<string, Service> = new Map(rooms.flatMap((room) => Object.entries(room)));

/** The service of a name, or undefined. */
export const serviceOf = (name: string): Service | undefined => services.get(name);

type Room<T> = Readonly<Record<string, (request: ApiRequest, part: T) => Promise<Answer>>>;

/** Services that need nothing but the database. */
function withDatabase(room: Room<BackEndContext['accounts']['db']>): Record<string, Service> {
  return Object.fromEntries(
    Object.entries(room).map(([name, service]) => [
      name,
      (request: ApiRequest, { accounts }: BackEndContext) => service(request, accounts.db),
    ]),
  );
}

/** Services that need keys, sessions or messages. */
function withAccounts(room: Room<BackEndContext['accounts']>): Record<string, Service> {
  return Object.fromEntries(
    Object.entries(room).map(([name, service]) => [
      name,
      (request: ApiRequest, { accounts }: BackEndContext) => service(request, accounts),
    ]),
  );
}
