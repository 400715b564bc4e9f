import { type Kysely, sql } from 'kysely';

/** Finds ID numbers that are held by the time from which on they are kept no longer; erased ones are in none of these. */
export async function indexIdNumbers(db: Kysely<unknown>): Promise<void> {
  await sql`create index contact_id_number on contact (tenant, updated) where id_cipher <> ''`.execute(db);
  await sql`create index booking_id_number on booking (tenant, ends) where id_cipher <> ''`.execute(db);
  await sql`create index enrolment_id_number on enrolment (tenant, created) where id_cipher <> ''`.execute(db);
}
