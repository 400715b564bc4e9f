import { listBlockedDays, type BlockedDay } from '../../../database/bookings/blockedTimes';
import { listBookingsOfDays, type StoredBooking } from '../../../database/bookings/bookingLists';
import { findDecisions } from '../../../database/desk/decisions';
import { listItems } from '../../../database/content/items';
import type { Queryable } from '../../../database/connection';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import { findKeeper } from '../../../runtime/lifecycle';
import { findOpeningDay } from '../../../runtime/opening';
import { formatDate, formatIso, parseTime, toClockParts } from '../../../runtime/time';
import { formatRange, isDay, parseVenueTime } from '../../../runtime/venueTime';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireModule } from '../../desk/site';
import { readTitle } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { describeForDesk } from './desk';
import { readOpening } from './opening';
import { toInstant } from './rules';

const day = 86_400_000;
/** More places than that are not shown side by side. */
const mostPlaces = 200;

/** A place that can be booked. */
interface DeskPlace {
  id: string;
  name: string;
  item: JsonObject;
}

/** Lists the places of a module that can be booked, by their names. */
export async function listPlacesForDesk(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { site, module } = requireModule(request);
  const rows = (await listPlaces(db, site, module)).map(({ id, name }): JsonObject => ({ id, spanPlace: id, spanPlaceName: name }));
  return { rows, total: rows.length };
}

async function listPlaces(db: Queryable, { tenant, settings }: CompiledPortal, module: CompiledModule): Promise<DeskPlace[]> {
  const query = { tenant, module: module.name, filters: [], limit: mostPlaces, offset: 0, order: [] };
  const { rows } = await listItems(db, query);
  return rows
    .map(({ id, doc }) => ({ id, name: readTitle(module, doc), item: doc as JsonObject }))
    .filter(({ item }) => readOpening(item, module, { booking: settings.booking }).bookable)
    .sort((one, other) => one.name.localeCompare(other.name, 'zh'));
}

/**
 * Lists what the week of a place has, or a day of all places: what is open to be booked, how the institution is open, what is booked, whatever
 * became of it, and what is blocked. Each is a span with its kind: `open`, `special`, `blocked`, or the state of a booking. Without a place it is
 * the first one, without a day today.
 */
export async function listWeekForDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { parameters, now } = request;
  const { site, module } = requireModule(request);
  const asked = parameters.get('day') ?? '';
  const chosen = isDay(asked) ? asked : formatDate(now);
  const all = await listPlaces(accounts.db, site, module);
  const isOfDay = parameters.get('view') === 'day';
  const places = isOfDay ? all : all.filter(({ id }, at) => (parameters.get('id') ? id === parameters.get('id') : at === 0));
  const days = isOfDay ? [chosen] : listWeek(chosen);
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const query = { tenant: site.tenant, module: module.name, from, to, ...(isOfDay ? {} : { venue: places[0]?.id ?? '' }) };
  const [bookings, blocks] = await Promise.all([listBookingsOfDays(accounts.db, { ...query, now }), listBlockedDays(accounts.db, query)]);
  const names = new Map(places.map(({ id, name }) => [id, name]));
  const keeper = findKeeper(site, 'booking.list');
  const decided = await findDecisions(
    accounts.db,
    { tenant: site.tenant, module: keeper?.name ?? '' },
    bookings.map(({ id }) => id),
  );
  const rows = [
    ...days.flatMap((date) => describeDay(site, request.portal.texts, date)),
    ...places.flatMap((place) => days.flatMap((date) => describeOpen(site, module, place, date))),
    ...blocks.flatMap((block) => describeBlock(request.portal, block, names)),
    ...bookings.flatMap((booking) => describeBooking(accounts, request.portal, booking, { keeper, decided: decided.get(booking.id) })),
  ];
  return { rows, total: rows.length };
}

/** Returns the days of the week that a day is in, Monday first. */
function listWeek(date: string): string[] {
  const time = parseTime(date) ?? 0;
  const monday = time - ((toClockParts(time).weekday + 6) % 7) * day;
  return Array.from({ length: 7 }, (_, at) => formatDate(monday + at * day));
}

const describeSpan = (date: string, from: number, to: number): JsonObject => ({
  spanDay: date,
  spanBegin: formatIso(toInstant(date, from)),
  spanEnd: formatIso(toInstant(date, to)),
});

/** What the institution says of a day that is none of an ordinary week, and of one that it is closed on. */
function describeDay({ settings: { opening } }: CompiledPortal, deskTexts: CompiledPortal['texts'], date: string): JsonObject[] {
  if (!opening) return [];
  const { title, hours } = findOpeningDay(opening, date);
  if (title === undefined && hours.length > 0) return [];
  const closed =
    hours.length === 0 ? (deskTexts['deskClosedDay'] ?? '') : hours.map(({ opens, closes }) => `${opens}\u2013${closes}`).join(' ');
  return [{ id: `day ${date}`, spanKind: 'special', spanTitle: [title ?? '', closed].join(' ').trim(), ...describeSpan(date, 0, 24 * 60) }];
}

/** The stretches of a day that a place offers: its sections, or its hours. */
function describeOpen({ settings }: CompiledPortal, module: CompiledModule, { id, name, item }: DeskPlace, date: string): JsonObject[] {
  const { hours, sections, cycle } = readOpening(item, module, settings);
  if (!cycle.includes(toClockParts(toInstant(date, 0)).weekday)) return [];
  return (sections ?? [hours]).map(({ from, to }) => ({
    id: `open ${id} ${date} ${from}`,
    spanKind: 'open',
    spanWhole: sections !== undefined,
    spanPlace: id,
    spanPlaceName: name,
    spanTitle: formatRange({ from, to }),
    ...describeSpan(date, from, to),
  }));
}

function describeBlock(
  { texts }: CompiledPortal,
  { id, venue, day: date, begins, ends, reason, shown, days }: BlockedDay,
  names: ReadonlyMap<string, string>,
): JsonObject[] {
  const name = names.get(venue);
  if (name === undefined) return [];
  const words = [reason, reason === '' ? '' : (texts[shown ? 'deskReasonShown' : 'deskReasonKept'] ?? '')];
  return [
    {
      id,
      spanKind: 'blocked',
      spanState: texts['deskBlockedTime'] ?? '',
      spanTitle: reason,
      spanText: words.filter((text) => text !== '').join('\n'),
      spanDays: days,
      spanPlace: venue,
      spanPlaceName: name,
      spanTime: `${date} ${formatRange({ from: begins, to: ends })}`,
      ...describeSpan(date, begins, ends),
    },
  ];
}

/** A booking of several sections is a span for each. */
function describeBooking(
  accounts: AccountServices,
  portal: CompiledPortal,
  booking: StoredBooking,
  showing: Parameters<typeof describeForDesk>[3],
): JsonObject[] {
  const { venueTime, name, phone, purpose, state, stateLabel } = describeForDesk(accounts, portal, booking, showing);
  const time = parseVenueTime(venueTime);
  return (time?.ranges ?? []).map(({ from, to }) => ({
    id: booking.id,
    spanKind: state,
    spanState: stateLabel,
    spanTitle: name,
    spanPhone: phone,
    spanText: purpose,
    spanPlace: booking.venue,
    spanPlaceName: booking.venueName,
    spanTime: venueTime,
    ...describeSpan(time?.day ?? '', from, to),
  }));
}
