import { sql } from 'kysely';
import type { StoredFurther } from '../accounts/further';
import type { BookingState } from '../../model/services';
import type { Queryable } from '../connection';

/**
 * What is stored of a booking's state, which says what was decided of it; the rest comes with the time (see `buildStatus`). invalid: it began
 * before it was decided on. Bookings that are unused or waiting hold their times.
 */
export const storedStatuses = { unused: 1, unsubscribed: 2, waiting: 3, invalid: 4, rejected: 5, calledOff: 6 } as const satisfies Partial<
  Record<BookingState, number>
>;
type StoredBookingStatus = (typeof storedStatuses)[keyof typeof storedStatuses];

/** Returns whether a booking is stored in one of these states. */
const isAmong = (status: StoredBookingStatus, states: readonly BookingState[]): boolean =>
  Object.entries(storedStatuses).some(([name, stored]) => stored === status && states.some((state) => state === name));

/** A booking that is asked for. Whose it is comes enciphered. */
export interface NewBooking extends Partial<StoredFurther> {
  tenant: string;
  id: string;
  /** The module and the item that is booked, and what it is called now. */
  module: string;
  venue: string;
  venueName: string;
  menu: string;
  member: string;
  nameCipher: string;
  phoneCipher: string;
  idCipher: string;
  idHash: string;
  purposeCipher: string;
  status: 1 | 3;
  /** `2026-11-21`, what was asked for as text, and the minutes since midnight at which the half-hours begin that it holds. */
  day: string;
  venueTime: string;
  minutes: readonly number[];
  /** Milliseconds since 1970. */
  starts: number;
  ends: number;
  /** Whether somebody records that the visitor came. */
  checkIn: boolean;
}

/** What became of a decision: `over`: it has begun; `taken`: another booking stands at its times. */
export type Decision = 'done' | 'missing' | 'decided' | 'over' | 'taken';

/** What became of taking a booking back: `late`: its day has come. */
export type Cancellation = 'done' | 'missing' | 'refused' | 'late';

/** What names one booking. */
interface BookingKey {
  tenant: string;
  id: string;
}

// All bookings of the place and day of one of them.
const BESIDE = sql`
  booking own
  join booking other
    on other.tenant = own.tenant and other.module = own.module and other.venue_id = own.venue_id and other.day = own.day`;

/**
 * Adds a booking that holds its times from now on, within the transaction `tx`.
 * @returns false when another one holds a part of them, however many try at once; the transaction must then be rolled back
 */
export async function addBooking(tx: Queryable, booking: NewBooking, now: number): Promise<boolean> {
  const {
    tenant,
    id,
    module,
    venue,
    venueName,
    menu,
    member,
    nameCipher,
    phoneCipher,
    idCipher,
    idHash,
    purposeCipher,
    status,
    day,
    venueTime,
    minutes,
    starts,
    ends,
    checkIn,
    furtherCipher = '',
    furtherIdCipher = '',
  } = booking;
  await sql`
    insert into booking (
      tenant, id, module, venue_id, venue_name, menu_id, member_id, name_cipher, phone_cipher, id_cipher,
      id_hash, purpose_cipher, status, day, venue_time, minutes, starts, ends, check_in, further_cipher,
      further_id_cipher, created
    )
    values (
      ${tenant}, ${id}, ${module}, ${venue}, ${venueName}, ${menu}, ${member}, ${nameCipher}, ${phoneCipher},
      ${idCipher}, ${idHash}, ${purposeCipher}, ${status}, ${day}, ${venueTime}, ${[...minutes]}::smallint[],
      ${new Date(starts)}, ${new Date(ends)}, ${checkIn}, ${furtherCipher}, ${furtherIdCipher}, ${new Date(now)}
    )`.execute(tx.kysely);
  await freeUndecided(tx, booking, now);
  return !(await isBeside(tx, booking, [1, 3])) && holdTimes(tx, booking);
}

/**
 * Approves or rejects a booking that awaits review, within the transaction `tx`. Approval looks once more whether its times are
 * free, as a booking may have come into the table on another way than `addBooking`.
 */
export async function decideOnBooking(tx: Queryable, key: BookingKey, approve: boolean, now: number): Promise<Decision> {
  const found = await lockBooking(tx, key);
  if (!found) return 'missing';
  if (found.status !== 3) return 'decided';
  if (found.starts.getTime() <= now) return 'over';
  await freeUndecided(tx, key, now);
  if (!approve) await releaseTimes(tx, key);
  else if ((await isBeside(tx, key, [1])) || !(await holdTimes(tx, key))) {
    // What was held of them in vain would keep others out.
    await releaseTimes(tx, key);
    return 'taken';
  }
  await sql`
    update booking
    set status = ${approve ? 1 : 5}, decided = ${new Date(now)}
    where tenant = ${key.tenant} and id = ${key.id}`.execute(tx.kysely);
  return 'done';
}

/**
 * Takes a member's booking back, within the transaction `tx`, and frees its times.
 * @param from the states in which it may be
 * @param today `2026-11-20`; a booking of this day or an earlier one stays
 */
export async function cancelBooking(
  tx: Queryable,
  key: BookingKey & { member: string },
  from: readonly BookingState[],
  today: string,
  now: number,
): Promise<Cancellation> {
  const found = await lockBooking(tx, key);
  if (found?.member !== key.member) return 'missing';
  if (!isAmong(found.status, from) || found.starts.getTime() <= now) return 'refused';
  if (found.day <= today) return 'late';
  await endBooking(tx, key, storedStatuses.unsubscribed, now);
  return 'done';
}

/** Calls a booking off for the institution, within the transaction `tx`, and frees its times. @param from the states in which it may be */
export async function callOffBooking(
  tx: Queryable,
  key: BookingKey,
  from: readonly BookingState[],
  now: number,
): Promise<'done' | 'missing' | 'refused'> {
  const found = await lockBooking(tx, key);
  if (!found) return 'missing';
  if (!isAmong(found.status, from) || found.starts.getTime() <= now) return 'refused';
  await endBooking(tx, key, storedStatuses.calledOff, now);
  return 'done';
}

async function endBooking(tx: Queryable, key: BookingKey, status: StoredBookingStatus, now: number): Promise<void> {
  await sql`
    update booking
    set status = ${status}, cancelled = ${new Date(now)}
    where tenant = ${key.tenant} and id = ${key.id}`.execute(tx.kysely);
  await releaseTimes(tx, key);
}

/** A booking whose visitor came: whose it is, of what. */
export interface CheckedInBooking {
  member: string;
  module: string;
  venueName: string;
}

/** Records that the visitor of an approved booking came, on its day or later. @returns undefined when there is no such booking */
export async function checkInBooking(
  db: Queryable,
  { tenant, id }: BookingKey,
  today: string,
  now: number,
): Promise<CheckedInBooking | undefined> {
  const { rows } = await sql<CheckedInBooking>`
    update booking
    set checked_in = coalesce(checked_in, ${new Date(now)})
    where tenant = ${tenant} and id = ${id} and status = 1 and day <= ${today}::date
    returning member_id as member, module, venue_name as "venueName"`.execute(db.kysely);
  return rows[0];
}

/** Removes all bookings of a member, and frees their times, within the transaction `tx`. */
export async function removeBookings(tx: Queryable, tenant: string, member: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`
    select id
    from booking
    where tenant = ${tenant} and member_id = ${member}
    order by id
    for update`.execute(tx.kysely);
  const ids = rows.map(({ id }) => id);
  await sql`delete from booking_slot where tenant = ${tenant} and booking_id = any(${ids}::text[])`.execute(tx.kysely);
  await sql`delete from booking where tenant = ${tenant} and id = any(${ids}::text[])`.execute(tx.kysely);
}

/** Whoever decides on a booking waits here for whoever does so already. */
async function lockBooking(
  tx: Queryable,
  { tenant, id }: BookingKey,
): Promise<{ member: string; status: StoredBookingStatus; day: string; starts: Date } | undefined> {
  const { rows } = await sql<{ member: string; status: StoredBookingStatus; day: string; starts: Date }>`
    select member_id as member, status, day::text as day, starts
    from booking
    where tenant = ${tenant} and id = ${id}
    for update`.execute(tx.kysely);
  return rows[0];
}

/** Whether a booking of these statuses stands at times of this one, with rows of its own or without. */
async function isBeside(tx: Queryable, { tenant, id }: BookingKey, statuses: readonly StoredBookingStatus[]): Promise<boolean> {
  const { rows } = await sql`
    select other.id
    from ${BESIDE}
    where own.tenant = ${tenant} and own.id = ${id} and other.id <> own.id and other.status in (1, 3)
      and other.status = any(${[...statuses]}::smallint[]) and other.minutes && own.minutes
    limit 1`.execute(tx.kysely);
  return rows.length > 0;
}

/**
 * Holds every half-hour of a booking. Another one that is being held meanwhile is waited for; all hold theirs in the order of the
 * clock, so that none waits for one that waits for it.
 * @returns false when another booking has one of them
 */
async function holdTimes(tx: Queryable, { tenant, id }: BookingKey): Promise<boolean> {
  await sql`
    insert into booking_slot (tenant, module, venue_id, day, minute, booking_id)
    select tenant, module, venue_id, day, minute, id
    from booking, unnest(minutes) as minute
    where tenant = ${tenant} and id = ${id}
    order by minute
    on conflict do nothing`.execute(tx.kysely);
  const { rows } = await sql<{ complete: boolean }>`
    select count(slot.minute) = cardinality(booking.minutes) as complete
    from booking
    left join booking_slot slot on slot.tenant = booking.tenant and slot.booking_id = booking.id
    where booking.tenant = ${tenant} and booking.id = ${id}
    group by booking.minutes`.execute(tx.kysely);
  return rows[0]?.complete === true;
}

async function releaseTimes(tx: Queryable, { tenant, id }: BookingKey): Promise<void> {
  await sql`delete from booking_slot where tenant = ${tenant} and booking_id = ${id}`.execute(tx.kysely);
}

/** What nobody decided on before it began is void, and the rest of its times are free. Only bookings of the same place and day matter. */
async function freeUndecided(tx: Queryable, { tenant, id }: BookingKey, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update booking
    set status = 4
    where tenant = ${tenant} and id in (
      select other.id
      from ${BESIDE}
      where own.tenant = ${tenant} and own.id = ${id} and other.status = 3 and other.starts <= ${new Date(now)}
      order by other.id
      for update of other
    )
    returning id`.execute(tx.kysely);
  for (const found of rows) await releaseTimes(tx, { tenant, id: found.id });
}
