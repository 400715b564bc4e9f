import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { StoredFurther } from './further';
import { lockMember } from './members';

/** A person whom a member may enrol, as stored: what tells who it is only enciphered or hashed. */
export interface StoredContact extends Partial<StoredFurther> {
  id: string;
  member: string;
  nameCipher: string;
  idCipher: string;
  idHash: string;
  phoneCipher: string;
  idType: string;
  created: Date;
}

/** The hashes that the same ID number may be stored under from before keys were changed. */
interface OtherHashes {
  otherHashes?: readonly string[];
}

/** What became of a contact that was to be written: `duplicate`: the member has one of this ID number; `missing`: no such row, or no such member. */
export type ContactWrite = 'done' | 'duplicate' | 'full' | 'missing';

/** Contacts a member may have. */
export const mostContacts = 50;

const FIELDS = sql.raw(`
  id, member_id as member, name_cipher as "nameCipher", id_cipher as "idCipher", id_hash as "idHash",
  phone_cipher as "phoneCipher", id_type as "idType", further_cipher as "furtherCipher",
  further_id_cipher as "furtherIdCipher", created`);

/**
 * Returns a member's own contacts, the oldest first.
 * @param ids only these of them; ids of other members' contacts find nothing
 */
export async function listContacts(db: Queryable, tenant: string, member: string, ids?: readonly string[]): Promise<StoredContact[]> {
  const among = ids === undefined ? sql`` : sql` and id = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredContact>`
    select ${FIELDS}
    from contact
    where tenant = ${tenant} and member_id = ${member}${among}
    order by created, id`.execute(db.kysely);
  return rows;
}

/** Adds a contact within the transaction `tx`; `full` when the member has as many as there may be, also when several are added at once. */
export async function addContact(tx: Queryable, tenant: string, contact: StoredContact & OtherHashes): Promise<ContactWrite> {
  const {
    id,
    member,
    nameCipher,
    idCipher,
    idHash,
    otherHashes = [],
    phoneCipher,
    idType,
    furtherCipher = '',
    furtherIdCipher = '',
    created,
  } = contact;
  if (!(await lockMember(tx, tenant, member))) return 'missing';
  const known = await sql<{
    same: boolean;
  }>`select id_hash = any(${[idHash, ...otherHashes]}::text[]) as same from contact where tenant = ${tenant} and member_id = ${member}`.execute(
    tx.kysely,
  );
  if (known.rows.some(({ same }) => same)) return 'duplicate';
  if (known.rows.length >= mostContacts) return 'full';
  await sql`
    insert into contact (
      tenant, member_id, id, name_cipher, id_cipher, id_hash, phone_cipher, id_type, further_cipher, further_id_cipher,
      created, updated
    )
    values (
      ${tenant}, ${member}, ${id}, ${nameCipher}, ${idCipher}, ${idHash}, ${phoneCipher}, ${idType}, ${furtherCipher}, ${furtherIdCipher},
      ${created}, ${created}
    )`.execute(tx.kysely);
  return 'done';
}

/** Replaces, within the transaction `tx`, what a contact of the member says; `now` in milliseconds since 1970. */
export async function updateContact(
  tx: Queryable,
  tenant: string,
  contact: StoredContact & OtherHashes,
  now: number,
): Promise<ContactWrite> {
  const {
    id,
    member,
    nameCipher,
    idCipher,
    idHash,
    otherHashes = [],
    phoneCipher,
    idType,
    furtherCipher = '',
    furtherIdCipher = '',
  } = contact;
  if (!(await lockMember(tx, tenant, member))) return 'missing';
  const others = await sql`
    select id
    from contact
    where tenant = ${tenant} and member_id = ${member} and id_hash = any(${[idHash, ...otherHashes]}::text[])
      and id <> ${id}`.execute(tx.kysely);
  if (others.rows.length > 0) return 'duplicate';
  const { rows } = await sql`
    update contact
    set
      name_cipher = ${nameCipher}, id_cipher = ${idCipher}, id_hash = ${idHash}, phone_cipher = ${phoneCipher},
      id_type = ${idType}, further_cipher = ${furtherCipher}, further_id_cipher = ${furtherIdCipher}, updated = ${new Date(now)}
    where tenant = ${tenant} and member_id = ${member} and id = ${id}
    returning id`.execute(tx.kysely);
  return rows.length > 0 ? 'done' : 'missing';
}

/** Removes a contact of the member. @returns false when there is none */
export async function removeContact(db: Queryable, tenant: string, member: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from contact
    where tenant = ${tenant} and member_id = ${member} and id = ${id}
    returning id`.execute(db.kysely);
  return rows.length > 0;
}

/** Removes all contacts of a member. */
export async function removeContacts(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from contact where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
