import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** A session at the desk with whose it is. */
export interface StaffSession {
  staff: string;
  login: string;
  name: string;
  role: string;
  totpCipher: string;
  created: Date;
  seen: Date;
  expires: Date;
  /** Whether the second factor was passed, or none is needed. */
  passed: boolean;
  wrongCodes: number;
}

/** Notes a session. Only a hash of its token is kept; times are milliseconds since 1970. */
export async function addStaffSession(
  db: Queryable,
  session: { tenant: string; tokenHash: string; staff: string; now: number; expires: number; passed: boolean },
): Promise<void> {
  const { tenant, tokenHash, staff, now, expires, passed } = session;
  const at = new Date(now);
  await sql`
    insert into staff_session (tenant, token_hash, staff_id, created, seen, expires, passed)
    values (${tenant}, ${tokenHash}, ${staff}, ${at}, ${at}, ${new Date(expires)}, ${passed})`.execute(db.kysely);
}

/**
 * Returns a session that is not over, of somebody who is not disabled, with the role of this moment.
 * @param hashes of the token, one for each key
 * @param idleSince sessions without any call since then are over
 */
export async function findStaffSession(
  db: Queryable,
  tenant: string,
  hashes: readonly string[],
  now: number,
  idleSince: number,
): Promise<StaffSession | undefined> {
  const { rows } = await sql<StaffSession>`
    select s.staff_id as staff, p.login, p.name, p.role, p.totp_cipher as "totpCipher", s.created, s.seen, s.expires, s.passed,
      s.wrong_codes as "wrongCodes"
    from staff_session s
    join staff p on p.tenant = s.tenant and p.id = s.staff_id
    where s.tenant = ${tenant} and s.token_hash = any(${[...hashes]}::text[]) and s.expires > ${new Date(now)}
      and s.seen > ${new Date(idleSince)} and p.disabled is null`.execute(db.kysely);
  return rows[0];
}

/** Notes that a session was in use. */
export async function touchStaffSession(db: Queryable, tenant: string, hashes: readonly string[], now: number): Promise<void> {
  await sql`
    update staff_session set seen = ${new Date(now)} where tenant = ${tenant} and token_hash = any(${[...hashes]}::text[])`.execute(
    db.kysely,
  );
}

/** Counts a wrong code. @returns how many there were in this session */
export async function countWrongCode(db: Queryable, tenant: string, hashes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    update staff_session set wrong_codes = wrong_codes + 1
    where tenant = ${tenant} and token_hash = any(${[...hashes]}::text[])
    returning wrong_codes as count`.execute(db.kysely);
  return rows[0]?.count ?? Infinity;
}

/** Ends one session. */
export async function endStaffSession(db: Queryable, tenant: string, hashes: readonly string[]): Promise<void> {
  await sql`delete from staff_session where tenant = ${tenant} and token_hash = any(${[...hashes]}::text[])`.execute(db.kysely);
}

/** Ends all sessions of somebody. @param but the hashes of one that goes on */
export async function endStaffSessions(db: Queryable, tenant: string, staff: string, but: readonly string[] = []): Promise<void> {
  await sql`
    delete from staff_session
    where tenant = ${tenant} and staff_id = ${staff} and token_hash <> all(${[...but]}::text[])`.execute(db.kysely);
}

/** Removes sessions that are over. */
export async function removeOldStaffSessions(db: Queryable, now: number): Promise<void> {
  await sql`delete from staff_session where expires < ${new Date(now)}`.execute(db.kysely);
}
