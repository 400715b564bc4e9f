import { type RawBuilder, sql } from 'kysely';
import type { StoredFurther } from '../accounts/further';
import type { BookingState } from '../../model/services';
import type { Queryable } from '../connection';
import { selectPage, type Page, type Window } from '../page';

/** A booking as it is read; whose it is comes enciphered. */
export interface StoredBooking extends StoredFurther {
  id: string;
  member: string;
  /** What it is at the moment that was asked for; see `buildStatus`. */
  status: BookingState;
  module: string;
  venue: string;
  venueName: string;
  menu: string;
  /** What is published of the place now, as far as it was asked for; null when it is no longer there. */
  place: Record<string, unknown> | null;
  venueTime: string;
  starts: Date;
  ends: Date;
  purposeCipher: string;
  nameCipher: string;
  phoneCipher: string;
  idCipher: string;
  created: Date;
  decided: Date | null;
  cancelled: Date | null;
}

/** A page of a member's bookings. */
interface BookingQuery extends Window {
  /** Those that are in one of these states now; absent: all. */
  states?: readonly BookingState[];
  /** Those of the place with this id; absent: of all. */
  venue?: string;
  now: number;
  /** The names of the fields of places that are read with them. */
  fields?: readonly string[];
}

const buildFields = (fields: readonly string[]): RawBuilder<unknown> => sql`
  booking.id, member_id as member, booking.module, venue_id as venue, venue_name as "venueName", menu_id as menu,
  (select jsonb_object_agg(key, value) from jsonb_each(item.doc) where key = any(${[...fields]}::text[])) as place,
  venue_time as "venueTime", starts, ends, purpose_cipher as "purposeCipher", name_cipher as "nameCipher", phone_cipher as "phoneCipher",
  id_cipher as "idCipher", further_cipher as "furtherCipher", further_id_cipher as "furtherIdCipher", booking.created, decided, cancelled`;
const PLACE = sql`
  left join item
    on item.tenant = booking.tenant and item.module = booking.module and item.id = venue_id and item.status = 1`;

/** Returns a member's bookings, the newest first, and how many there are in all. */
export function findBookings(
  db: Queryable,
  tenant: string,
  member: string,
  { states, venue, now, fields = [], ...window }: BookingQuery,
): Promise<Page<StoredBooking>> {
  const current = buildStatus(now);
  const inStatus = states === undefined ? sql`` : sql` and ${current} = any(${[...states]}::text[])`;
  const ofVenue = venue === undefined ? sql`` : sql` and venue_id = ${venue}`;
  const statement = {
    select: sql`${buildFields(fields)}, ${current} as status`,
    from: sql`booking ${PLACE} where booking.tenant = ${tenant} and member_id = ${member}${ofVenue}${inStatus}`,
    orderBy: sql`booking.created desc, booking.id desc`,
  };
  return selectPage(db, statement, window);
}

/** Returns a booking by its id, or undefined. */
export async function findBooking(
  db: Queryable,
  tenant: string,
  id: string,
  now: number,
  fields: readonly string[] = [],
): Promise<StoredBooking | undefined> {
  const { rows } = await sql<StoredBooking>`
    select ${buildFields(fields)}, ${buildStatus(now)} as status
    from booking ${PLACE}
    where booking.tenant = ${tenant} and booking.id = ${id}`.execute(db.kysely);
  return rows[0];
}

/** Which bookings of an institution staff ask for. */
interface DeskBookingQuery extends Window {
  /** Those that are in one of these states now; absent: all. */
  states?: readonly BookingState[];
  /** Those that begin from then on, and before then. */
  from?: Date;
  to?: Date;
  /** The ids of those to leave out. */
  except?: readonly string[];
  now: number;
}

/** Returns bookings of an institution, what begins first first, and how many there are in all. */
export function findDeskBookings(
  db: Queryable,
  tenant: string,
  { states, from, to, except = [], now, ...window }: DeskBookingQuery,
): Promise<Page<StoredBooking>> {
  const current = buildStatus(now);
  const inStates = states === undefined ? sql`` : sql` and ${current} = any(${[...states]}::text[])`;
  const since = from === undefined ? sql`` : sql` and starts >= ${from}`;
  const until = to === undefined ? sql`` : sql` and starts < ${to}`;
  const but = except.length === 0 ? sql`` : sql` and booking.id <> all(${[...except]}::text[])`;
  const statement = {
    select: sql`${buildFields([])}, ${current} as status`,
    from: sql`booking ${PLACE} where booking.tenant = ${tenant}${inStates}${since}${until}${but}`,
    orderBy: sql`starts, booking.id`,
  };
  return selectPage(db, statement, window);
}

/** Returns the bookings of a module's places on some days, both among them, whatever became of them; those of one place when it is named. */
export async function listBookingsOfDays(
  db: Queryable,
  { tenant, module, venue, from, to, now }: { tenant: string; module: string; venue?: string; from: string; to: string; now: number },
): Promise<StoredBooking[]> {
  const ofVenue = venue === undefined ? sql`` : sql` and venue_id = ${venue}`;
  const { rows } = await sql<StoredBooking>`
    select ${buildFields([])}, ${buildStatus(now)} as status
    from booking ${PLACE}
    where booking.tenant = ${tenant} and booking.module = ${module} and day between ${from}::date and ${to}::date${ofVenue}
    order by starts, booking.id`.execute(db.kysely);
  return rows;
}

/** Returns the bookings of an institution that await review, what begins first first. */
export async function listWaitingBookings(db: Queryable, tenant: string, now: number, limit = 200): Promise<StoredBooking[]> {
  const { rows } = await sql<StoredBooking>`
    select ${buildFields([])}, ${buildStatus(now)} as status
    from booking ${PLACE}
    where booking.tenant = ${tenant} and booking.status = 3 and starts > ${new Date(now)}
    order by starts, booking.id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns the times of a day at which a place is booked, each as the text that was asked for. */
export async function findTakenTimes(
  db: Queryable,
  tenant: string,
  module: string,
  venue: string,
  day: string,
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ venueTime: string }>`
    select venue_time as "venueTime"
    from booking
    where tenant = ${tenant} and module = ${module} and venue_id = ${venue} and day = ${day}::date
      and status in (1, 3) and (status = 1 or starts > ${new Date(now)})
    order by starts, id`.execute(db.kysely);
  return rows.map(({ venueTime }) => venueTime);
}

/**
 * Returns how many of a member's approved bookings ended after `since` and until `now`, in milliseconds since 1970, without the visitor
 * having come (ledger BOOK-07).
 */
export async function countUnusedBookings(
  db: Queryable,
  tenant: string,
  { member, since, now }: { member: string; since: number; now: number },
): Promise<number> {
  const { rows } = await sql<{ unused: number }>`
    select count(*) as unused
    from booking
    where tenant = ${tenant} and member_id = ${member} and status = 1 and check_in and checked_in is null
      and ends > ${new Date(since)} and ends <= ${new Date(now)}`.execute(db.kysely);
  return rows[0]?.unused ?? 0;
}

/**
 * The state of a booking at a moment (ledger PC-14): running while it goes on, completed when it is over and was used, invalid when it is
 * over and was not, or was not decided on before it began. Where nobody records that visitors come, what is over was used.
 */
function buildStatus(now: number): RawBuilder<BookingState> {
  const time = sql`${new Date(now)}::timestamptz`;
  return sql<BookingState>`case
    when booking.status = 3 and starts <= ${time} then 'invalid'
    when booking.status = 1 and starts <= ${time} and ends > ${time} then 'running'
    when booking.status = 1 and starts <= ${time} and check_in and checked_in is null then 'invalid'
    when booking.status = 1 and starts <= ${time} then 'completed'
    else (array['unused', 'unsubscribed', 'waiting', 'invalid', 'rejected', 'calledOff'])[booking.status] end`;
}
