import { type Kysely, sql } from 'kysely';

/**
 * People whom a member enrols in activities. Name, ID number and phone are enciphered; a keyed hash keeps a member from adding one
 * ID number twice, and tells nothing of the same number at another member's.
 */
export async function createContacts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact (
      tenant text not null, member_id text not null, id text not null, name_cipher text not null,
      id_cipher text not null, id_hash text not null, phone_cipher text not null,
      id_type text not null default '0', created timestamptz not null default now(),
      updated timestamptz not null default now(), primary key (tenant, id), unique (tenant, member_id, id_hash)
    )`.execute(db);
}
