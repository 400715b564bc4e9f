import { type Kysely, sql } from 'kysely';

/**
 * What the institution called off: an enrolment that says so, a booking of status 6. What members were reminded of before news were named
 * by modules and moves is not told again.
 */
export async function addCalledOff(db: Kysely<unknown>): Promise<void> {
  await sql`alter table enrolment add column called_off boolean not null default false`.execute(db);
  await sql`alter table booking drop constraint booking_status_check`.execute(db);
  await sql`alter table booking add constraint booking_status_check check (status between 1 and 6)`.execute(db);
  for (const module of ['enrolment', 'booking'])
    await sql`
      update inbox_message
      set deed = ${`${module}.remind`} || substr(deed, ${`${module}.reminder`.length + 1})
      where deed like ${`${module}.reminder %`}`.execute(db);
}
