import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** A member of the staff as it is kept. */
export interface StoredStaff {
  id: string;
  login: string;
  name: string;
  role: string;
  passwordHash: string;
  /** The sealed secret of the authenticator app; empty as long as there is none. */
  totpCipher: string;
  recoveryHashes: string[];
  disabled: Date | null;
  created: Date;
}

const fields = sql.raw(`id, login, name, role, password_hash as "passwordHash", totp_cipher as "totpCipher",
  recovery_hashes as "recoveryHashes", disabled, created`);

/** Returns all staff of an institution, in the order of their logins. */
export async function listStaff(db: Queryable, tenant: string): Promise<StoredStaff[]> {
  const { rows } = await sql<StoredStaff>`select ${fields} from staff where tenant = ${tenant} order by login`.execute(db.kysely);
  return rows;
}

/** Returns who has a login or an id, whether or not disabled. */
export async function findStaff(db: Queryable, tenant: string, by: { login: string } | { id: string }): Promise<StoredStaff | undefined> {
  const whose = 'login' in by ? sql`login = ${by.login.toLowerCase()}` : sql`id = ${by.id}`;
  const { rows } = await sql<StoredStaff>`select ${fields} from staff where tenant = ${tenant} and ${whose}`.execute(db.kysely);
  return rows[0];
}

/** Adds somebody. @returns false when the login is taken */
export async function addStaff(
  tx: Queryable,
  tenant: string,
  staff: Pick<StoredStaff, 'id' | 'login' | 'name' | 'role' | 'passwordHash'>,
): Promise<boolean> {
  const { id, login, name, role, passwordHash } = staff;
  const { rows } = await sql`
    insert into staff (tenant, id, login, name, role, password_hash)
    values (${tenant}, ${id}, ${login.toLowerCase()}, ${name}, ${role}, ${passwordHash})
    on conflict do nothing
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** What can be changed of a member of the staff. */
export type StaffChange = Partial<Pick<StoredStaff, 'name' | 'role' | 'passwordHash' | 'totpCipher' | 'recoveryHashes' | 'disabled'>>;

/** Changes somebody. @returns false when there is nobody of this id */
export async function changeStaff(tx: Queryable, tenant: string, id: string, change: StaffChange): Promise<boolean> {
  const { name, role, passwordHash, totpCipher, recoveryHashes, disabled } = change;
  const sets = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(role === undefined ? [] : [sql`role = ${role}`]),
    ...(passwordHash === undefined ? [] : [sql`password_hash = ${passwordHash}`]),
    ...(totpCipher === undefined ? [] : [sql`totp_cipher = ${totpCipher}, totp_step = 0`]),
    ...(recoveryHashes === undefined ? [] : [sql`recovery_hashes = ${recoveryHashes}::text[]`]),
    ...(disabled === undefined ? [] : [sql`disabled = ${disabled}`]),
  ];
  if (sets.length === 0) return (await findStaff(tx, tenant, { id })) !== undefined;
  const { rows } = await sql`update staff set ${sql.join(sets)} where tenant = ${tenant} and id = ${id} returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Uses a time step of the second factor up: a code counts once (RFC 6238, 5.2). @returns false when it or a later one was used before */
export async function spendTotpStep(db: Queryable, tenant: string, id: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update staff set totp_step = ${step} where tenant = ${tenant} and id = ${id} and totp_step < ${step} returning id`.execute(db.kysely);
  return rows.length > 0;
}

/** Uses a recovery code up, of which any hash may be stored. @returns false when there is none of them */
export async function spendRecoveryCode(db: Queryable, tenant: string, id: string, hashes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    update staff
    set recovery_hashes = array(select unnest(recovery_hashes) except select unnest(${[...hashes]}::text[]))
    where tenant = ${tenant} and id = ${id} and recovery_hashes && ${[...hashes]}::text[]
    returning id`.execute(db.kysely);
  return rows.length > 0;
}
