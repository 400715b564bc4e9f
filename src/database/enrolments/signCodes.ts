import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { EnrolmentScope, StoredEnrolment } from './enrolments';

/** A code that somebody gave for an item, by the hashes that it may be stored under. */
interface GivenCode extends Omit<EnrolmentScope, 'session'> {
  signHashes: readonly string[];
}

/** Checks in the enrolment of a code, once. @returns its session; undefined when no enrolment has the code or it is checked in already */
export async function checkIn(db: Queryable, { tenant, module, activity, signHashes }: GivenCode, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update enrolment
    set signed_in = ${at}
    where tenant = ${tenant} and module = ${module} and activity_id = ${activity}
      and sign_hash = any(${[...signHashes]}::text[])
      and status = 'enrolled' and signed_in is null
    returning id`.execute(db.kysely);
  return rows.length > 0;
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
