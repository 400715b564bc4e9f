import { sql } from 'kysely';
import { type Change, constrain, fill } from './steps';

/**
 * What the institution called off: an enrolment that says so, a booking of status 6. What members were reminded of before news were named
 * by modules and moves is not told again.
 */
export const calledOff: Change = {
  up: async (db) => {
    await sql`alter table enrolment add column if not exists called_off boolean not null default false`.execute(db);
  },
  after: [
    ...constrain('booking', 'booking_status_check', 'check (status between 1 and 6)'),
    ...['enrolment', 'booking'].map((module) =>
      fill(
        'inbox_message',
        ['tenant', 'id'],
        (part) => sql`
          update inbox_message
          set deed = ${`${module}.remind`} || substr(deed, ${`${module}.reminder`.length + 1})
          where deed like ${`${module}.reminder %`} and ${part}`,
      ),
    ),
  ],
};
