import { sql } from 'kysely';
import type { StoredFurther } from '../accounts/further';
import type { BookingState } from '../../model/services';
import type { Queryable } from '../connection';
import {
  type BookingKey,
  freeUndecided,
  holdTimes,
  isAmong,
  isBeside,
  lockBooking,
  releaseTimes,
  type StoredBookingStatus,
  storedStatuses,
} from './slots';

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

/** Says what would become of a decision on a booking, without making it, and holds on to the booking within the transaction `tx`. */
export async function judgeBooking(tx: Queryable, key: BookingKey, approve: boolean, now: number): Promise<Decision> {
  const found = await lockBooking(tx, key);
  if (!found) return 'missing';
  if (found.status !== storedStatuses.waiting) return 'decided';
  if (found.starts.getTime() <= now) return 'over';
  return approve && (await isBeside(tx, key, [1])) ? 'taken' : 'done';
}

/**
 * Approves or rejects a booking that awaits review, within the transaction `tx`. Approval looks once more whether its times are
 * free, as a booking may have come into the table on another way than `addBooking`.
 */
export async function decideOnBooking(tx: Queryable, key: BookingKey, approve: boolean, now: number): Promise<Decision> {
  const judged = await judgeBooking(tx, key, approve, now);
  if (judged !== 'done' && judged !== 'taken') return judged;
  await freeUndecided(tx, key, now);
  if (!approve) await releaseTimes(tx, key);
  else if (judged === 'taken' || !(await holdTimes(tx, key))) {
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

/** Whether a booking can no longer be taken back: on its day and after it (ledger BOOK-08). @param day its own, `2026-11-20` @param today the same */
export const isTooLate = (day: string, today: string): boolean => day <= today;

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
  if (isTooLate(found.day, today)) return 'late';
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
