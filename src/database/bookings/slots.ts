import { sql } from 'kysely';
import type { BookingState } from '../../model/services';
import type { Queryable } from '../connection';

/**
 * What is stored of a booking's state, which says what was decided of it; the rest comes with the time (see `buildStatus`). invalid: it began
 * before it was decided on. Bookings that are unused or waiting hold their times.
 */
export const storedStatuses = { unused: 1, unsubscribed: 2, waiting: 3, invalid: 4, rejected: 5, calledOff: 6 } as const satisfies Partial<
  Record<BookingState, number>
>;
export type StoredBookingStatus = (typeof storedStatuses)[keyof typeof storedStatuses];

/** Returns whether a booking is stored in one of these states. */
export const isAmong = (status: StoredBookingStatus, states: readonly BookingState[]): boolean =>
  Object.entries(storedStatuses).some(([name, stored]) => stored === status && states.some((state) => state === name));

/** What names one booking. */
export interface BookingKey {
  tenant: string;
  id: string;
}

// All bookings of the place and day of one of them.
const BESIDE = sql`
  booking own
  join booking other
    on other.tenant = own.tenant and other.module = own.module and other.venue_id = own.venue_id and other.day = own.day`;

/** A booking that nobody else changes until the transaction is over. */
interface LockedBooking {
  member: string;
  status: StoredBookingStatus;
  day: string;
  starts: Date;
  venue: string;
  venueTime: string;
}

/** Whoever decides on a booking waits here for whoever does so already. */
export async function lockBooking(tx: Queryable, { tenant, id }: BookingKey): Promise<LockedBooking | undefined> {
  const { rows } = await sql<LockedBooking>`
    select member_id as member, status, day::text as day, starts, venue_id as venue, venue_time as "venueTime"
    from booking
    where tenant = ${tenant} and id = ${id}
    for update`.execute(tx.kysely);
  return rows[0];
}

/** Whether a booking of these statuses stands at times of this one, with rows of its own or without. */
export async function isBeside(tx: Queryable, { tenant, id }: BookingKey, statuses: readonly StoredBookingStatus[]): Promise<boolean> {
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
export async function holdTimes(tx: Queryable, { tenant, id }: BookingKey): Promise<boolean> {
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
    left join booking_slot slot
      on slot.tenant = booking.tenant and slot.booking_id = booking.id and slot.module = booking.module
      and slot.venue_id = booking.venue_id and slot.day = booking.day and slot.minute = any(booking.minutes)
    where booking.tenant = ${tenant} and booking.id = ${id}
    group by booking.minutes`.execute(tx.kysely);
  return rows[0]?.complete === true;
}

export async function releaseTimes(tx: Queryable, { tenant, id }: BookingKey): Promise<void> {
  await sql`delete from booking_slot where tenant = ${tenant} and booking_id = ${id}`.execute(tx.kysely);
}

/** What nobody decided on before it began is void, and the rest of its times are free. Only bookings of the same place and day matter. */
export async function freeUndecided(tx: Queryable, { tenant, id }: BookingKey, now: number): Promise<void> {
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

/** Frees what a booking holds besides its times: those that it had before it was moved. */
export async function releaseOtherTimes(tx: Queryable, { tenant, id }: BookingKey): Promise<void> {
  await sql`
    delete from booking_slot slot
    using booking
    where slot.tenant = ${tenant} and slot.booking_id = ${id} and booking.tenant = slot.tenant and booking.id = slot.booking_id
      and not (
        slot.module = booking.module and slot.venue_id = booking.venue_id and slot.day = booking.day
        and slot.minute = any(booking.minutes)
      )`.execute(tx.kysely);
}
