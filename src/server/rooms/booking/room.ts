import { listBlockedDays } from '../../../database/bookings/blockedTimes';
import { findBooking, findBookings, type StoredBooking, findTakenTimes } from '../../../database/bookings/bookingLists';
import { cancelBooking, isTooLate, removeBookings } from '../../../database/bookings/bookings';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asString, type JsonObject } from '../../../model/json';
import { assign, parsePointer, resolve } from '../../../model/pointer';
import type { BookingState } from '../../../model/services';
import { findKeeper, getStateValue, judgeMoves, listOrigins, listStatesOf } from '../../../runtime/lifecycle';
import { maskIdNumber, maskPhone } from '../../../runtime/mask';
import { formatPattern } from '../../../runtime/text';
import { formatDate, formatIso } from '../../../runtime/time';
import { formatVenueTime, isDay, parseVenueTime, slotMinutes, type TimeRange } from '../../../runtime/venueTime';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, PersonalData, Room, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { calendarType, buildCalendar } from '../../calendar/ics';
import { maskFurther, openFurther } from '../../members/further';
import { countBack, readRetention } from '../../members/retention';
import type { RefuseUnusedTickets } from '../../members/unusedTickets';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { listClosures } from './closures';
import { listForDesk, moveForDesk } from './desk';
import { blockForDesk, unblockForDesk } from './deskBlock';
import { bookForDesk } from './deskBook';
import { rescheduleForDesk } from './deskReschedule';
import { listPlacesForDesk, listWeekForDesk } from './deskWeek';
import { bookingDecisions } from './heldDecisions';
import { toTimesInfo } from './opening';
import { remindOfBookings } from './remind';
import { toInstant } from './rules';
import { findPlace, scheduleBooking } from './schedule';

type Modules = Pick<CompiledPortal, 'modules'>;

/** Booking half-hours of places, and a member's own bookings, by service name (ledger BOOK, PICK, PC-13 to 19). */
export const createBookingRoom = (refuseUnused: RefuseUnusedTickets): Room<AccountServices> => ({
  services: {
    'booking.times': readTimes,
    'booking.taken': listTakenTimes,
    'booking.schedule': (request, accounts) => scheduleBooking(request, accounts, refuseUnused),
    'booking.list': listBookings,
    'booking.cancel': cancelOwnBooking,
    'booking.calendar': sendCalendar,
    'booking.deskList': listForDesk,
    'booking.deskMove': moveForDesk,
    'booking.deskPlaces': listPlacesForDesk,
    'booking.deskWeek': listWeekForDesk,
    'booking.deskReschedule': rescheduleForDesk,
    'booking.deskBook': bookForDesk,
    'booking.deskBlock': blockForDesk,
    'booking.deskUnblock': unblockForDesk,
  },
  personalData: [bookingData],
  lines: { booked: async () => undefined },
  decisions: { 'booking.list': bookingDecisions },
  remind: remindOfBookings,
  findDueIdNumbers: async (_db, { settings }, now) => ({ of: 'bookings', before: countBack(now, readRetention(settings).afterEndDays) }),
});

async function readTimes(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { module, item } = await findPlace(db, request, request.parameters.get('id') ?? '');
  const info = toTimesInfo(item, module, request.portal.settings);
  const { closures } = module.definition.booking ?? {};
  if (closures !== undefined) assign(closures, info, await listClosures(db, request, module.name, String(item['id'])));
  return { item: info };
}

/** Returns a row for each booking, so that those of sections name their sections, and one for each block; whose it is stays here. */
async function listTakenTimes(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, parameters, now } = request;
  const day = parameters.get('venueTime') ?? '';
  if (!isDay(day)) throw new RequestError('invalidParameter', { name: 'venueTime' });
  const { module, item } = await findPlace(db, request, parameters.get('venueId') ?? '');
  const venue = String(item['id']);
  const [booked, blocked] = await Promise.all([
    findTakenTimes(db, portal.tenant, module.name, venue, day, now),
    listBlockedDays(db, { tenant: portal.tenant, module: module.name, venue, from: day, to: day }),
  ]);
  const kept = blocked.map(({ begins, ends }) => formatVenueTime({ day, ranges: [{ from: begins, to: ends }] }));
  return {
    rows: [...booked, ...kept].flatMap((text) => {
      const time = parseVenueTime(text);
      return time ? [{ venueTime: formatVenueTime({ day, ranges: widenToHeldRanges(time.ranges) }) }] : [];
    }),
  };
}

/** Ranges as they are held, by the half-hour: one that ends within a half-hour has all of it. */
function widenToHeldRanges(ranges: readonly TimeRange[]): TimeRange[] {
  return ranges.reduce<TimeRange[]>((held, range) => {
    const from = Math.max(Math.floor(range.from / slotMinutes) * slotMinutes, held.at(-1)?.to ?? 0);
    const to = Math.ceil(range.to / slotMinutes) * slotMinutes;
    return from < to ? [...held, { from, to }] : held;
  }, []);
}

async function listBookings(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, viewer, now } = request;
  const member = requireViewer(viewer);
  if (parameters.get('id') !== member.id) throw new RequestError('tokenInvalid');
  const [status, venue] = [parameters.get('status'), parameters.get('venueId')];
  const module = portal.modules[endpoint.module];
  if (!module) throw new RequestError('noSuchCall');
  const { rows, total } = await findBookings(accounts.db, portal.tenant, member.id, {
    ...readWindow(endpoint, parameters),
    ...(status === undefined ? {} : { states: listStatesOf(module, status.split(',')) as BookingState[] }),
    ...(venue === undefined ? {} : { venue }),
    now,
    fields: collectShownFields(portal),
  });
  return { total, rows: rows.map((booking) => toBookingRow(booking, accounts, request, module)) };
}

/** PC-17; what tells whose it is leaves masked (ledger CONV-34). */
function toBookingRow(booking: StoredBooking, { keys }: AccountServices, { portal, now }: ApiRequest, module: CompiledModule): JsonObject {
  const { tenant } = portal;
  const may = judgeMoves(module, booking.status);
  const isLate = may['cancel'] === true && isTooLate(formatDate(booking.starts.getTime()), formatDate(now));
  const { id, status, venueTime, purposeCipher, created, nameCipher, phoneCipher, idCipher } = booking;
  return {
    ...maskFurther({ keys }, tenant, booking),
    id,
    status: getStateValue(module, status),
    may: isLate ? { ...may, cancel: false } : may,
    ...(isLate ? { cancelLate: true } : {}),
    venueTime,
    venueData: describePlace(booking, portal),
    purpose: openText(keys, tenant, purposeCipher),
    insertTime: formatIso(created.getTime()),
    name: keys.open(tenant, nameCipher),
    mobilePhone: maskPhone(keys.open(tenant, phoneCipher)),
    identityCard: maskIdNumber(openText(keys, tenant, idCipher)),
  };
}

/** What is shown of a place that is booked. */
interface PlaceData extends JsonObject {
  id: string;
  columnId: string;
  name: string;
}

/** Returns what is published of the place; of one that is gone, what it was called. */
function describePlace({ module, venue, venueName, menu, place }: StoredBooking, { modules }: Modules): PlaceData {
  const { roles, booking } = modules[module]?.definition ?? {};
  const said = (pointer: string | undefined): string | undefined =>
    (pointer === undefined ? '' : asString(resolve(pointer, place))) || undefined;
  const [address, image] = [said(booking?.place), said(roles?.image)];
  return {
    id: venue,
    columnId: said(roles?.column) ?? menu,
    name: said(roles?.title) ?? venueName,
    ...(address === undefined ? {} : { address }),
    ...(image === undefined ? {} : { image }),
  };
}

/** Returns the names of the fields of a place that its bookings show (ledger PC-17): its long texts stay where they are. */
function collectShownFields({ modules }: Modules): string[] {
  const pointers = Object.values(modules).flatMap(({ definition: { booking, roles } }) =>
    booking ? [roles?.column, roles?.title, roles?.image, booking.place] : [],
  );
  return [...new Set(pointers.flatMap((pointer) => (pointer === undefined ? [] : parsePointer(pointer).slice(0, 1))))];
}

const refusals = { missing: 'noSuchBooking', refused: 'bookingNotCancellable', late: 'bookingCancelLate' } as const;

/** PC-15, PC-16, BOOK-08. */
async function cancelOwnBooking(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, parameters, viewer, now } = request;
  const key = { tenant: portal.tenant, id: parameters.get('id') ?? '', member: requireViewer(viewer).id };
  return withIdempotencyKey(request, db, {
    work: async (tx) => {
      const outcome = await cancelBooking(tx, key, listOrigins(portal, 'booking.list', 'cancel'), formatDate(now), now);
      if (outcome !== 'done') throw new RequestError(refusals[outcome]);
      return { message: portal.texts['bookingCancelled'] };
    },
  });
}

/** Returns one event for each range of a booking that stands or may come to stand. */
async function sendCalendar({ portal, parameters, viewer, now }: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const booking = await findBooking(db, portal.tenant, parameters.get('id') ?? '', now, collectShownFields(portal));
  if (!booking || booking.member !== requireViewer(viewer).id) throw new RequestError('noSuchBooking');
  const time = parseVenueTime(booking.venueTime);
  if (!time || !['waiting', 'unused', 'running'].includes(booking.status)) throw new RequestError('bookingNotStanding');
  const { name, address } = describePlace(booking, portal);
  const title = formatPattern(portal.texts['bookingEvent'] ?? '{name}', { name }, portal.patterns);
  const events = time.ranges.map(({ from, to }, index) => ({
    uid: `${booking.id}-${index + 1}@${portal.settings.hosts[0] ?? portal.tenant}`,
    start: toInstant(time.day, from),
    end: toInstant(time.day, to),
    title,
    place: asString(address),
    text: openText(keys, portal.tenant, booking.purposeCipher),
    stamp: (booking.decided ?? booking.created).getTime(),
    ...(booking.status === 'waiting' ? { status: 'TENTATIVE' as const } : {}),
  }));
  return { bytes: { type: calendarType, name: `booking-${time.day}.ics`, data: Buffer.from(buildCalendar(...events)) } };
}

/** A member's bookings, whole; those of somebody who goes are gone, and their times are free. */
const bookingData: PersonalData<AccountServices> = {
  name: 'bookings',
  async read({ db, keys, clock }, tenant, member, portal) {
    const keeper = findKeeper(portal, 'booking.list');
    const { rows } = await findBookings(db, tenant, member, { limit: 1_000_000, offset: 0, now: clock() });
    return rows.map(({ id, venueName, venueTime, status, purposeCipher, nameCipher, phoneCipher, idCipher, created, ...further }) => ({
      ...openFurther({ keys }, tenant, further),
      id,
      venueName,
      venueTime,
      status: getStateValue(keeper, status),
      purpose: openText(keys, tenant, purposeCipher),
      name: keys.open(tenant, nameCipher),
      mobilePhone: keys.open(tenant, phoneCipher),
      identityCard: openText(keys, tenant, idCipher),
      insertTime: formatIso(created.getTime()),
    }));
  },
  forget: removeBookings,
};
