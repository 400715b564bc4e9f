import { accountServices } from './rooms/accounts/services';
import { bookingServices } from './rooms/booking/services';
import { collectionServices } from './rooms/collection/services';
import { commentServices } from './rooms/comments/services';
import { contactServices } from './rooms/contacts/services';
import { counterServices } from './rooms/counters/services';
import { enrolmentServices } from './rooms/enrolment/services';
import { inboxServices } from './rooms/inbox/services';
import { interactionServices } from './rooms/interactions/services';
import { pointServices } from './rooms/points/services';
import { profileServices } from './rooms/profile/services';
import { searchServices } from './rooms/search/services';
import { siteServices } from './rooms/site/services';
import { uploadServices } from './rooms/uploads/services';
import type { ApiRequest } from './items/answerFromItems';
import type { BackEndContext } from './api/backEnd';
import type { Answer } from './api/envelope';

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
