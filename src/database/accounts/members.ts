import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { isTaken } from '../failures';
import { withSavepoint } from '../transaction';
import type { StoredFurther } from './further';

/** A member as stored; phone, name and password only hashed or enciphered. */
export type Member = {
  id: string;
  phoneHash: string;
  phoneCipher: string;
  nameCipher: string;
  sex: string;
  image: string;
  passwordHash: string;
} & Partial<StoredFurther>;

const FIELDS = sql.raw(
  'id, phone_hash as "phoneHash", phone_cipher as "phoneCipher", name_cipher as "nameCipher", sex, image, password_hash as "passwordHash", further_cipher as "furtherCipher", further_id_cipher as "furtherIdCipher"',
);

/**
 * Adds a member.
 * @param otherHashes the hashes that the phone may be stored under from before keys were changed
 * @returns false when the phone belongs to one already, however many try at once
 */
export async function addMember(db: Queryable, tenant: string, member: Member, otherHashes: readonly string[] = []): Promise<boolean> {
  const { id, phoneHash, phoneCipher, nameCipher, sex, image, passwordHash, furtherCipher = '', furtherIdCipher = '' } = member;
  const { rows } = await sql`
    insert into member (tenant, id, phone_hash, phone_cipher, name_cipher, sex, image, password_hash, further_cipher, further_id_cipher)
    select
      ${tenant}::text, ${id}::text, ${phoneHash}::text, ${phoneCipher}::text, ${nameCipher}::text, ${sex}::text,
      ${image}::text, ${passwordHash}::text, ${furtherCipher}::text, ${furtherIdCipher}::text
    where not exists (
      select 1
      from member
      where tenant = ${tenant} and phone_hash = any(${[...otherHashes]}::text[])
    )
    on conflict (tenant, phone_hash) do nothing
    returning id`.execute(db.kysely);
  return rows.length > 0;
}

/** Returns the member of a phone, or undefined; the phone may be stored under any of its hashes. */
export async function findMemberByPhone(db: Queryable, tenant: string, phoneHashes: readonly string[]): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${FIELDS}
    from member
    where tenant = ${tenant} and phone_hash = any(${[...phoneHashes]}::text[])`.execute(db.kysely);
  return rows[0];
}

/** Returns the member of an id with the time of registration, or undefined. */
export async function findMember(db: Queryable, tenant: string, id: string): Promise<(Member & { created: Date }) | undefined> {
  const { rows } = await sql<
    Member & { created: Date }
  >`select ${FIELDS}, created from member where tenant = ${tenant} and id = ${id}`.execute(db.kysely);
  return rows[0];
}

/** Returns the names of members, sealed, by their ids. */
export async function findMemberNames(db: Queryable, tenant: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name_cipher as name from member where tenant = ${tenant} and id = any(${[...ids]}::text[])`.execute(db.kysely);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns all members of an institution with the times of their registration, the first first. */
export async function listMembers(db: Queryable, tenant: string): Promise<(Member & { created: Date })[]> {
  const { rows } = await sql<
    Member & { created: Date }
  >`select ${FIELDS}, created from member where tenant = ${tenant} order by created, id`.execute(db.kysely);
  return rows;
}

/** Replaces a member's password; with `unless`, only while it is still that one. @returns whether it was replaced */
export async function setPasswordHash(
  db: Queryable,
  tenant: string,
  id: string,
  passwordHash: string,
  unless?: { changedFrom: string },
): Promise<boolean> {
  const still = unless === undefined ? sql`` : sql` and password_hash = ${unless.changedFrom}`;
  const { rows } = await sql`
    update member
    set password_hash = ${passwordHash}
    where tenant = ${tenant} and id = ${id}${still}
    returning id`.execute(db.kysely);
  return rows.length > 0;
}

/** Replaces a member's name. @returns false when the member is gone */
export async function setMemberName(db: Queryable, tenant: string, id: string, nameCipher: string): Promise<boolean> {
  const { rows } = await sql`
    update member
    set name_cipher = ${nameCipher}
    where tenant = ${tenant} and id = ${id}
    returning id`.execute(db.kysely);
  return rows.length > 0;
}

/**
 * Gives a member another phone.
 * @param otherHashes the hashes that the phone may be stored under from before keys were changed
 * @returns false when it belongs to somebody else, however many try at once
 */
export async function setMemberPhone(
  tx: Queryable,
  tenant: string,
  { id, phoneHash, phoneCipher }: Pick<Member, 'id' | 'phoneHash' | 'phoneCipher'>,
  otherHashes: readonly string[] = [],
): Promise<boolean> {
  const changing = sql`
    update member
    set phone_hash = ${phoneHash}, phone_cipher = ${phoneCipher}
    where tenant = ${tenant} and id = ${id} and not exists (
      select 1
      from member other
      where other.tenant = ${tenant} and other.id <> ${id} and other.phone_hash = any(${[...otherHashes]}::text[])
    )
    returning id`;
  try {
    return (await withSavepoint(tx, (inner) => changing.execute(inner.kysely))).rows.length > 0;
  } catch (error) {
    // Whoever takes it at the same moment is seen by the unique key alone.
    if (isTaken(error)) return false;
    throw error;
  }
}

/**
 * Holds a member's row until the transaction ends, so that what belongs to the member is counted or removed one at a time.
 * @returns false when the member is gone
 */
export async function lockMember(tx: Queryable, tenant: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id
    from member
    where tenant = ${tenant} and id = ${id}
    for update`.execute(tx.kysely);
  return rows.length > 0;
}

/** Removes a member with the sessions, codes (by the hash of their phone) and answers that are kept for it. What belongs to other rooms is theirs to remove. */
export async function removeMember(tx: Queryable, tenant: string, { id, codesHash }: { id: string; codesHash: string }): Promise<void> {
  await sql`delete from member_session where tenant = ${tenant} and member_id = ${id}`.execute(tx.kysely);
  await sql`delete from submission where tenant = ${tenant} and member_id = ${id}`.execute(tx.kysely);
  await sql`delete from one_time_code where tenant = ${tenant} and phone_hash = ${codesHash}`.execute(tx.kysely);
  await sql`delete from member where tenant = ${tenant} and id = ${id}`.execute(tx.kysely);
}
