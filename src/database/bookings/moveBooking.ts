import { sql } from 'kysely';
import type { BookingState } from '../../model/services';
import type { Queryable } from '../connection';
import type { NewBooking } from './bookings';
import { type BookingKey, freeUndecided, holdTimes, isAmong, isBeside, lockBooking, releaseOtherTimes, storedStatuses } from './slots';

/** Where and when a booking takes place. */
export interface BookingPlace
  extends SeenPlace, Pick<NewBooking, 'module' | 'venueName' | 'day' | 'minutes' | 'starts' | 'ends' | 'checkIn'> {}

/** Where and when a booking was when it was read, by whoever moves it. */
export interface SeenPlace {
  venue: string;
  venueTime: string;
}

/** What became of moving a booking: `changed`: somebody else moved it meanwhile; `taken`: the transaction must be rolled back. */
export type Moving = 'done' | 'missing' | 'refused' | 'changed' | 'taken';

/**
 * Moves a booking to other times or another place, within the transaction `tx`: it holds the new times before it lets go of the others, so
 * that of two that want each other's none waits for the other. It stands from then on.
 * @param from the states in which it may be
 * @param seen what whoever moves it has read: of two movers one finds it as it was
 */
export async function moveBooking(
  tx: Queryable,
  key: BookingKey,
  { from, seen, to, now }: { from: readonly BookingState[]; seen: SeenPlace; to: BookingPlace; now: number },
): Promise<Moving> {
  const found = await lockBooking(tx, key);
  if (!found) return 'missing';
  if (!isAmong(found.status, from) || found.starts.getTime() <= now) return 'refused';
  if (found.venue !== seen.venue || found.venueTime !== seen.venueTime) return 'changed';
  await sql`
    update booking
    set module = ${to.module}, venue_id = ${to.venue}, venue_name = ${to.venueName}, day = ${to.day}::date,
      venue_time = ${to.venueTime}, minutes = ${[...to.minutes]}::smallint[], starts = ${new Date(to.starts)},
      ends = ${new Date(to.ends)}, check_in = ${to.checkIn}, status = ${storedStatuses.unused}, decided = ${new Date(now)}
    where tenant = ${key.tenant} and id = ${key.id}`.execute(tx.kysely);
  await freeUndecided(tx, key, now);
  if ((await isBeside(tx, key, [storedStatuses.unused, storedStatuses.waiting])) || !(await holdTimes(tx, key))) return 'taken';
  await releaseOtherTimes(tx, key);
  return 'done';
}
