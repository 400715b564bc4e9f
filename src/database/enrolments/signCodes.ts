import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { buildDoc, ENROLMENT_FIELDS, type EnrolmentScope, type StoredEnrolment } from './enrolments';

/** A code that somebody gave for an item, by the hashes that it may be stored under. */
interface GivenCode extends Omit<EnrolmentScope, 'session'> {
  signHashes: readonly string[];
}

/** An enrolment that a code was given for. */
export type CheckedIn = Pick<StoredEnrolment, 'id' | 'member'>;

/** Checks in the enrolment of a code, once. @returns whose; undefined when no enrolment has the code or it is checked in already */
export async function checkIn(
  db: Queryable,
  { tenant, module, activity, signHashes }: GivenCode,
  at: Date,
): Promise<CheckedIn | undefined> {
  const { rows } = await sql<CheckedIn>`
    update enrolment
    set signed_in = ${at}
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}
      and sign_hash = any(${[...signHashes]}::text[])
      and status = 'enrolled' and signed_in is null
    returning id, member_id as member`.execute(db.kysely);
  return rows[0];
}

/** Takes a check-in back, once. @returns whose; undefined when no enrolment has the code or it is not checked in */
export async function undoCheckIn(db: Queryable, { tenant, module, activity, signHashes }: GivenCode): Promise<CheckedIn | undefined> {
  const { rows } = await sql<CheckedIn>`
    update enrolment
    set signed_in = null
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}
      and sign_hash = any(${[...signHashes]}::text[])
      and status = 'enrolled' and signed_in is not null
    returning id, member_id as member`.execute(db.kysely);
  return rows[0];
}

/** Returns the enrolment of a code, unless it was taken back. */
export async function findEnrolmentByCode(
  db: Queryable,
  { tenant, module, activity, signHashes }: GivenCode,
): Promise<Pick<StoredEnrolment, 'session' | 'signedIn'> | undefined> {
  const { rows } = await sql<Pick<StoredEnrolment, 'session' | 'signedIn'>>`
    select session_id as session, signed_in as "signedIn"
    from enrolment
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}
      and sign_hash = any(${[...signHashes]}::text[])
      and status = 'enrolled'`.execute(db.kysely);
  return rows[0];
}

/** Which enrolment for an item is meant: by its id, or by the hashes that its code may be stored under. */
export type MeantEnrolment = { id: string } | { signHashes: readonly string[] };

/** Returns an enrolment for an item, also one that was taken back, with the fields of the item that are asked for. */
export async function findMeant(
  db: Queryable,
  { tenant, module, activity }: Omit<EnrolmentScope, 'session'>,
  meant: MeantEnrolment,
  fields: readonly string[],
): Promise<StoredEnrolment | undefined> {
  const which = 'id' in meant ? sql`e.id = ${meant.id}` : sql`e.sign_hash = any(${[...meant.signHashes]}::text[])`;
  const { rows } = await sql<StoredEnrolment>`
    select ${ENROLMENT_FIELDS}, ${buildDoc(fields)}
    from enrolment e
    left join item i on i.tenant = e.tenant and i.module = e.module and i.id = e.activity_id
    where e.tenant = ${tenant} and e.module = ${module} and e.activity_id = ${activity} and ${which}`.execute(db.kysely);
  return rows[0];
}

/** Checks an enrolment in, once. @returns whose; undefined when it is checked in already, or has no place */
export async function checkInOne(db: Queryable, tenant: string, id: string, at: Date): Promise<CheckedIn | undefined> {
  const { rows } = await sql<CheckedIn>`
    update enrolment
    set signed_in = ${at}
    where tenant = ${tenant} and id = ${id} and status = 'enrolled' and signed_in is null
    returning id, member_id as member`.execute(db.kysely);
  return rows[0];
}

/** Takes the check-in of an enrolment back, once. @returns whose; undefined when it is not checked in */
export async function undoCheckInOne(db: Queryable, tenant: string, id: string): Promise<CheckedIn | undefined> {
  const { rows } = await sql<CheckedIn>`
    update enrolment
    set signed_in = null
    where tenant = ${tenant} and id = ${id} and status = 'enrolled' and signed_in is not null
    returning id, member_id as member`.execute(db.kysely);
  return rows[0];
}
