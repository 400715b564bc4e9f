import { type Kysely, sql } from 'kysely';

/**
 * Bookings, and a row for each half-hour of a place that one of them holds: its primary key admits no second one, whatever
 * happens at the same time. Whose a booking is stands there enciphered; the hash finds bookings of one ID number.
 */
export async function createBookings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table booking (
      tenant text not null, id text not null, module text not null, venue_id text not null,
      venue_name text not null default '', menu_id text not null default '', member_id text not null,
      name_cipher text not null, phone_cipher text not null, id_cipher text not null, id_hash text not null,
      purpose text not null, status smallint not null, day date not null, venue_time text not null,
      minutes smallint[] not null, starts timestamptz not null, ends timestamptz not null,
      check_in boolean not null default true, created timestamptz not null default now(), decided timestamptz,
      cancelled timestamptz, checked_in timestamptz, primary key (tenant, id), check (status between 1 and 5),
      check (starts < ends)
    )`.execute(db);
  await sql`create index booking_member on booking (tenant, member_id, created desc, id desc)`.execute(db);
  await sql`create index booking_day on booking (tenant, module, venue_id, day) where status in (1, 3)`.execute(db);
  await sql`create index booking_waiting on booking (tenant, starts, id) where status = 3`.execute(db);
  await sql`
    create table booking_slot (
      tenant text not null, module text not null, venue_id text not null, day date not null,
      minute smallint not null, booking_id text not null, primary key (tenant, module, venue_id, day, minute)
    )`.execute(db);
  await sql`create index booking_slot_booking on booking_slot (tenant, booking_id)`.execute(db);
}
