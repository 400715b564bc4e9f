import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** Times of a place that staff keep free of bookings: the same stretch of each of some days. */
export interface NewBlock {
  tenant: string;
  id: string;
  module: string;
  venue: string;
  /** Such as 2026-11-21, in order. */
  days: readonly string[];
  /** The minutes since midnight at which the half-hours begin that it holds, in order, and those where it begins and ends. */
  minutes: readonly number[];
  begins: number;
  ends: number;
  reason: string;
  /** Whether visitors read the reason. */
  shown: boolean;
  /** The id of who blocks them. */
  staff: string;
}

/** One day of a block. */
export interface BlockedDay {
  id: string;
  module: string;
  venue: string;
  day: string;
  begins: number;
  ends: number;
  reason: string;
  shown: boolean;
  /** The days that are blocked with it, itself among them. */
  days: number;
}

/** A booking that stands where times are to be blocked. */
export interface StandingBooking {
  id: string;
  venueTime: string;
}

/** What became of blocking times: `booked`: bookings stand there; `blocked`: another block has some. Both leave the transaction to be rolled back. */
export type Blocking = { outcome: 'done' | 'blocked' } | { outcome: 'booked'; bookings: StandingBooking[] };

/**
 * Blocks times from now on, within the transaction `tx`. Its half-hours are held like those of a booking: one that is being made at the same
 * moment is waited for, and of both one has them.
 * @param now milliseconds since 1970
 */
export async function addBlock(tx: Queryable, block: NewBlock, now: number): Promise<Blocking> {
  const { tenant, id, module, venue, days, minutes, begins, ends, reason, shown, staff } = block;
  await freeLapsed(tx, block, now);
  const standing = await listStanding(tx, block);
  if (standing.length > 0) return { outcome: 'booked', bookings: standing };
  await sql`
    insert into blocked_time (tenant, id, module, venue_id, begins, ends, reason, shown, staff, created)
    values (${tenant}, ${id}, ${module}, ${venue}, ${begins}, ${ends}, ${reason}, ${shown}, ${staff}, ${new Date(now)})`.execute(tx.kysely);
  const { rows } = await sql`
    insert into booking_slot (tenant, module, venue_id, day, minute, booking_id)
    select ${tenant}, ${module}, ${venue}, day, minute, ${id}
    from unnest(${[...days]}::date[]) as day, unnest(${[...minutes]}::smallint[]) as minute
    order by day, minute
    on conflict do nothing
    returning minute`.execute(tx.kysely);
  if (rows.length === days.length * minutes.length) return { outcome: 'done' };
  // What was waited for stands by now.
  const bookings = await listStanding(tx, block);
  return bookings.length > 0 ? { outcome: 'booked', bookings } : { outcome: 'blocked' };
}

type Span = Omit<NewBlock, 'id' | 'begins' | 'ends' | 'reason' | 'shown' | 'staff'>;

async function listStanding(tx: Queryable, { tenant, module, venue, days, minutes }: Span): Promise<StandingBooking[]> {
  const { rows } = await sql<StandingBooking>`
    select id, venue_time as "venueTime"
    from booking
    where tenant = ${tenant} and module = ${module} and venue_id = ${venue} and day = any(${[...days]}::date[])
      and status in (1, 3) and minutes && ${[...minutes]}::smallint[]
    order by starts, id`.execute(tx.kysely);
  return rows;
}

/** What nobody decided on before it began is void, and its times are free. */
async function freeLapsed(tx: Queryable, { tenant, module, venue, days }: Span, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update booking
    set status = 4
    where tenant = ${tenant} and id in (
      select id
      from booking
      where tenant = ${tenant} and module = ${module} and venue_id = ${venue} and day = any(${[...days]}::date[])
        and status = 3 and starts <= ${new Date(now)}
      order by id
      for update
    )
    returning id`.execute(tx.kysely);
  const ids = rows.map(({ id }) => id);
  await sql`delete from booking_slot where tenant = ${tenant} and booking_id = any(${ids}::text[])`.execute(tx.kysely);
}

/** A block of which something was freed. */
export interface FreedBlock {
  module: string;
  venue: string;
  /** The days that are free again. */
  days: string[];
}

/**
 * Frees what is blocked from a day on, or that day alone, within the transaction `tx`; what is over stays.
 * @returns undefined when nothing of it is blocked then
 */
export async function freeBlock(
  tx: Queryable,
  { tenant, id, module }: { tenant: string; id: string; module: string },
  { from, alone }: { from: string; alone: boolean },
): Promise<FreedBlock | undefined> {
  const { rows: found } = await sql<{ venue: string }>`
    select venue_id as venue
    from blocked_time
    where tenant = ${tenant} and id = ${id} and module = ${module}
    for update`.execute(tx.kysely);
  const [block] = found;
  if (!block) return undefined;
  const until = alone ? sql` and day = ${from}::date` : sql` and day >= ${from}::date`;
  const { rows } = await sql<{ day: string }>`
    with freed as (
      delete from booking_slot where tenant = ${tenant} and booking_id = ${id}${until} returning day
    )
    select distinct day::text as day from freed order by 1`.execute(tx.kysely);
  await sql`
    delete from blocked_time
    where tenant = ${tenant} and id = ${id}
      and not exists (select 1 from booking_slot where tenant = ${tenant} and booking_id = ${id})`.execute(tx.kysely);
  return rows.length === 0 ? undefined : { module, venue: block.venue, days: rows.map(({ day }) => day) };
}

/** Returns whether a part of some times of a place on a day is blocked. */
export async function findIsBlocked(
  db: Queryable,
  { tenant, module, venue, day, minutes }: Omit<Span, 'days'> & { day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select held.minute
    from booking_slot held
    join blocked_time block on block.tenant = held.tenant and block.id = held.booking_id
    where held.tenant = ${tenant} and held.module = ${module} and held.venue_id = ${venue} and held.day = ${day}::date
      and held.minute = any(${[...minutes]}::smallint[])
    limit 1`.execute(db.kysely);
  return rows.length > 0;
}

/** Which blocked days are asked for: both days are among them. */
export interface BlockQuery {
  tenant: string;
  module: string;
  /** Absent: those of all places. */
  venue?: string;
  from: string;
  to: string;
}

/** Returns what is blocked on some days, in order. */
export async function listBlockedDays(db: Queryable, { tenant, module, venue, from, to }: BlockQuery): Promise<BlockedDay[]> {
  const ofVenue = venue === undefined ? sql`` : sql` and block.venue_id = ${venue}`;
  const { rows } = await sql<BlockedDay>`
    select block.id, block.module, block.venue_id as venue, held.day::text as day, block.begins, block.ends, block.reason, block.shown,
      (
        select count(distinct each.day)::int
        from booking_slot each
        where each.tenant = block.tenant and each.booking_id = block.id
      ) as days
    from blocked_time block
    join (
      select distinct tenant, booking_id, day
      from booking_slot
      where tenant = ${tenant} and module = ${module} and day between ${from}::date and ${to}::date
    ) held on held.tenant = block.tenant and held.booking_id = block.id
    where block.tenant = ${tenant} and block.module = ${module}${ofVenue}
    order by held.day, block.begins, block.id`.execute(db.kysely);
  return rows;
}
