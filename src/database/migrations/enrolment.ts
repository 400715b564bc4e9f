import { type Kysely, sql } from 'kysely';

/**
 * Places of items that members enrol for, and who has one. Places are counted in one row for the item as a whole (session '') and
 * one for each session, so that giving one is a conditional update of that row; the check on it is the last line. Who comes is only
 * kept enciphered; hashes find a person among the enrolments of a session, and a code among those of an item.
 */
export async function createEnrolment(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table enrol_place (
      tenant text not null, module text not null, activity_id text not null,
      session_id text not null default '', capacity integer,
      taken integer not null default 0 check (taken >= 0), check (taken <= capacity),
      primary key (tenant, module, activity_id, session_id)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table enrolment (
      tenant text not null, id text not null, module text not null, activity_id text not null,
      session_id text not null default '', member_id text not null, contact_id text not null,
      name_cipher text not null, phone_cipher text not null, id_cipher text not null, id_hash text not null,
      status text not null check (status in ('enrolled', 'waiting', 'cancelled')), sign_hash text,
      sign_cipher text, created timestamptz not null, place bigint generated always as identity,
      cancelled timestamptz, signed_in timestamptz, primary key (tenant, id)
    )`.execute(db);
  await sql`
    create unique index enrolment_once
      on enrolment (tenant, module, activity_id, session_id, id_hash) where status <> 'cancelled'`.execute(db);
  await sql`
    create unique index enrolment_sign_code
      on enrolment (tenant, module, activity_id, sign_hash) where sign_hash is not null`.execute(db);
  await sql`create index enrolment_member on enrolment (tenant, member_id, created desc)`.execute(db);
  await sql`create index enrolment_queue on enrolment (tenant, module, activity_id, place) where status = 'waiting'`.execute(db);
}
