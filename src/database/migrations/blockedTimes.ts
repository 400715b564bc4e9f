import { sql } from 'kysely';
import { type Change, index } from './steps';

/**
 * Times of a place that staff keep free of bookings. Their half-hours stand in `booking_slot` under the id of the block, beside those of
 * bookings: its primary key gives each to one of them alone, whatever happens at the same time.
 */
export const blockedTimes: Change = {
  up: async (db) => {
    await sql`
      create table if not exists blocked_time (
        tenant text not null, id text not null, module text not null, venue_id text not null, begins smallint not null,
        ends smallint not null, reason text not null default '', shown boolean not null default false, staff text not null,
        created timestamptz not null, primary key (tenant, id), check (begins < ends)
      )`.execute(db);
    await sql`create index if not exists blocked_time_venue on blocked_time (tenant, module, venue_id)`.execute(db);
  },
  after: [index('booking_week on booking (tenant, module, day)'), index('booking_slot_day on booking_slot (tenant, module, day)')],
};
