import type { ListPortals } from './config/walkPortals';
import { countUnusedBookings } from '../database/bookings/bookingLists';
import { removeOldAudit } from '../database/desk/audit';
import type { CompiledEndpoint, CompiledPortal } from '../model/compiled';
import type { AnswerHere, CallerLimit, Room, Service } from './api/room';
import { answerFromItems } from './items/answerFromItems';
import { eraseIdNumbers, type FindDueIdNumbers } from './members/retention';
import { findDayToRemindOf } from './messages/remind';
import { limitUnusedTickets } from './members/unusedTickets';
import { accountsRoom } from './rooms/accounts/room';
import { createBookingRoom } from './rooms/booking/room';
import { collectionRoom } from './rooms/collection/room';
import { commentsRoom } from './rooms/comments/room';
import { consentsRoom } from './rooms/consents/room';
import { createContactsRoom } from './rooms/contacts/room';
import { countersRoom } from './rooms/counters/room';
import { createDeskRoom } from './rooms/desk/room';
import { createEnrolmentRoom } from './rooms/enrolment/room';
import { findStanding } from './rooms/enrolment/standing';
import { countUnusedEnrolments } from './rooms/enrolment/state';
import { figuresRoom } from './rooms/figures/room';
import { createImportsRoom } from './rooms/imports/room';
import { inboxRoom } from './rooms/inbox/room';
import { interactionsRoom } from './rooms/interactions/room';
import { linesRoom } from './rooms/lines/room';
import { createMediaRoom } from './rooms/media/room';
import { pointsRoom } from './rooms/points/room';
import { createProfileRoom } from './rooms/profile/room';
import { remindersRoom } from './rooms/reminders/room';
import { createSettingsRoom } from './rooms/settings/room';
import { searchRoom } from './rooms/search/room';
import { createSiteRoom } from './rooms/site/room';
import { submissionsRoom } from './rooms/submissions/room';
import { staffRoom } from './rooms/staff/room';
import { uploadsRoom } from './rooms/uploads/room';
import { votesRoom } from './rooms/votes/room';
import type { DefinitionFolder } from './config/definitionFolder';
import type { AccountServices } from './security/accountServices';

type PortalOfHost = (host: string) => CompiledPortal | undefined;

/**
 * Returns every room, by the order in which a member's data is handed out and forgotten. What one needs of another is handed to it here, so
 * that no room imports another.
 * @param definitions the files of the institutions; absent: nobody can change them
 * @param tenants holds a folder for each institution; absent: they have no files of their own
 */
export function createRooms(
  portalOfHost: PortalOfHost,
  { definitions, tenants }: { definitions?: DefinitionFolder | undefined; tenants?: string | undefined } = {},
): Room<AccountServices>[] {
  // Tickets of all kinds count together when they are left unused.
  const refuseUnused = limitUnusedTickets([countUnusedEnrolments, (db, { tenant }, period) => countUnusedBookings(db, tenant, period)]);
  const bookingRoom = createBookingRoom(refuseUnused);
  const rooms = [
    accountsRoom,
    createEnrolmentRoom(refuseUnused),
    bookingRoom,
    linesRoom,
    createContactsRoom(findStanding),
    consentsRoom,
    collectionRoom,
    commentsRoom,
    submissionsRoom,
    votesRoom,
    pointsRoom,
    inboxRoom,
    remindersRoom,
    countersRoom,
    interactionsRoom,
    searchRoom,
    uploadsRoom,
    staffRoom,
    createDeskRoom({ ...bookingRoom.decisions, ...pointsRoom.decisions }),
    figuresRoom,
    createSettingsRoom(definitions),
    createMediaRoom(tenants),
    createImportsRoom(),
    createSiteRoom(portalOfHost),
  ];
  return [...rooms, createProfileRoom(rooms.flatMap(({ personalData = [] }) => personalData))];
}

/**
 * Returns what removes, room by room, what is of no use any more, and the ID numbers that institutions keep no longer, and reminds members
 * of the next day; a room or an institution that fails keeps none from being swept.
 * @param listPortals those of all institutions
 */
export function createSweep(
  rooms: readonly Room<AccountServices>[],
  accounts: AccountServices,
  listPortals: ListPortals,
): (signal?: AbortSignal) => Promise<void> {
  return async (signal) => {
    for (const room of rooms) await room.sweep?.(accounts).catch(accounts.report);
    for await (const portal of listPortals(signal)) {
      await forgetAudit(accounts, portal).catch(accounts.report);
      await remind(rooms, accounts, portal).catch(accounts.report);
      for (const find of listIdNumberFinders(rooms))
        await eraseIdNumbers(accounts.db, [portal], [find], accounts.clock()).catch(accounts.report);
    }
  };
}

/** Days for which it is kept what was done at a desk, unless the settings say otherwise. */
const usualAuditDays = 1095;
const day = 86_400_000;

/** Removes what an institution no longer keeps of what was done at its desk. */
async function forgetAudit({ db, clock }: AccountServices, { tenant, settings }: CompiledPortal): Promise<void> {
  await removeOldAudit(db, tenant, new Date(clock() - (settings.staff?.auditDays ?? usualAuditDays) * day));
}

/** Tells the members of an institution what they have on the next day; a room that fails keeps no other from it. */
async function remind(rooms: readonly Room<AccountServices>[], accounts: AccountServices, portal: CompiledPortal): Promise<void> {
  const day = findDayToRemindOf(portal, accounts.clock());
  if (day !== undefined) for (const room of rooms) await room.remind?.(accounts, portal, day).catch(accounts.report);
}

/** Returns what finds the ID numbers that are kept no longer, of all rooms that hold any. */
export const listIdNumberFinders = (rooms: readonly Room<AccountServices>[]): FindDueIdNumbers[] =>
  rooms.flatMap(({ findDueIdNumbers }) => (findDueIdNumbers ? [findDueIdNumbers] : []));

/** Returns what finds the service that answers an endpoint: the one that its definition names, or what makes, lists or finds items. */
export function createServiceLookup(
  rooms: readonly Room<AccountServices>[],
): (endpoint: CompiledEndpoint) => Service<AccountServices> | undefined {
  const services = new Map(rooms.flatMap((room) => Object.entries(room.services)));
  return (endpoint) => {
    const name = nameService(endpoint);
    return name === undefined ? answerFromItems : services.get(name);
  };
}

/** Returns what finds the limit of who calls an endpoint that an institution's own back end answers. */
export function createLimitLookup(
  rooms: readonly Room<AccountServices>[],
): (endpoint: CompiledEndpoint) => CallerLimit<AccountServices> | undefined {
  const limits = new Map(rooms.flatMap((room) => Object.entries(room.limits ?? {})));
  return (endpoint) => limits.get(nameService(endpoint) ?? '');
}

/** Returns what finds the answer that an endpoint has here, whatever an institution's own back end says. */
export function createHereLookup(rooms: readonly Room<AccountServices>[]): (endpoint: CompiledEndpoint) => AnswerHere | undefined {
  const answers = new Map(rooms.flatMap((room) => Object.entries(room.here ?? {})));
  return (endpoint) => answers.get(nameService(endpoint) ?? '');
}

/** Returns what says of each line whether waiting in it may still lead to something, by the lines' names. */
export const createLineLookup = (rooms: readonly Room<AccountServices>[]): NonNullable<Room<AccountServices>['lines']> =>
  Object.fromEntries(rooms.flatMap(({ lines }) => Object.entries(lines ?? {})));

function nameService({ allows, creates, move, own, service, votes }: CompiledEndpoint): string | undefined {
  if (move !== undefined) return 'submissions.move';
  if (allows !== undefined) return 'submissions.allows';
  if (creates) return 'submissions.create';
  if (votes) return 'votes.cast';
  return own === undefined ? service : 'submissions.own';
}
