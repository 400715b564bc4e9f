import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** A member as stored; phone and password only hashed or enciphered. */
export type Member = { id: string; phoneHash: string; phoneCipher: string; name: string; sex: string; image: string; passwordHash: string };

const FIELDS = sql.raw('id, phone_hash as "phoneHash", phone_cipher as "phoneCipher", name, sex, image, password_hash as "passwordHash"');

/** Adds a member. @returns false when the phone belongs to one already, however many try at once. */
export async function addMember(db: Queryable, tenant: string, member: Member): Promise<boolean> {
  const { rows } = await sql`
    insert into member (tenant, id, phone_hash, phone_cipher, name, sex, image, password_hash)
    values (
      ${tenant}, ${member.id}, ${member.phoneHash}, ${member.phoneCipher}, ${member.name}, ${member.sex},
      ${member.image}, ${member.passwordHash}
    )
    on conflict (tenant, phone_hash) do nothing
    returning id`.execute(db.kysely);
  return rows.length > 0;
}

/** Returns the member of a phone's hash, or undefined. */
export async function findMemberByPhone(db: Queryable, tenant: string, phoneHash: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${FIELDS}
    from member
    where tenant = ${tenant} and phone_hash = ${phoneHash}`.execute(db.kysely);
  return rows[0];
}

/** Returns the member of an id with the time of registration, or undefined. */
export async function findMember(db: Queryable, tenant: string, id: string): Promise<(Member & { created: Date }) | undefined> {
  const { rows } = await sql<
    Member & { created: Date }
  >`select ${FIELDS}, created from member where tenant = ${tenant} and id = ${id}`.execute(db.kysely);
  return rows[0];
}

/** Replaces a member's password; with `unless`, only while it is still that one. */
export async function setPasswordHash(
  db: Queryable,
  tenant: string,
  id: string,
  passwordHash: string,
  unless?: { changedFrom: string },
): Promise<void> {
  const still = unless === undefined ? sql`` : sql` and password_hash = ${unless.changedFrom}`;
  await sql`
    update member
    set password_hash = ${passwordHash}
    where tenant = ${tenant} and id = ${id}${still}`.execute(db.kysely);
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

/** Removes a member with the sessions, codes and answers that are kept for it. What belongs to other rooms is theirs to remove. */
export async function removeMember(tx: Queryable, tenant: string, { id, phoneHash }: Pick<Member, 'id' | 'phoneHash'>): Promise<void> {
  await sql`delete from member_session where tenant = ${tenant} and member_id = ${id}`.execute(tx.kysely);
  await sql`delete from submission where tenant = ${tenant} and member_id = ${id}`.execute(tx.kysely);
  await sql`delete from one_time_code where tenant = ${tenant} and phone_hash = ${phoneHash}`.execute(tx.kysely);
  await sql`delete from member where tenant = ${tenant} and id = ${id}`.execute(tx.kysely);
}
