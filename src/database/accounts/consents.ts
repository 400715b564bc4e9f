import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** What was agreed to: that ID numbers are kept; that those of a child are, by the guardian. */
export type ConsentPurpose = 'idNumber' | 'guardian';

/** Words that are agreed to, and what tells them from others. */
export interface Wording {
  version: string;
  words: string;
}

/** A consent that a member gave; '' stands for a visitor who is no member. */
export interface Consent extends Wording {
  id: string;
  member: string;
  purpose: ConsentPurpose;
  given: Date;
}

/** Keeps a consent with its words, within the transaction `tx`. */
export async function addConsent(tx: Queryable, tenant: string, { id, member, purpose, version, words, given }: Consent): Promise<void> {
  await sql`
    insert into consent_wording (tenant, version, words)
    values (${tenant}, ${version}, ${words})
    on conflict do nothing`.execute(tx.kysely);
  await sql`
    insert into consent (tenant, member_id, id, purpose, version, given)
    values (${tenant}, ${member}, ${id}, ${purpose}, ${version}, ${given})`.execute(tx.kysely);
}

/** Returns whether a member has agreed to these words. */
export async function hasConsent(
  db: Queryable,
  tenant: string,
  { member, purpose, version }: Pick<Consent, 'member' | 'purpose' | 'version'>,
): Promise<boolean> {
  const { rows } = await sql`
    select id
    from consent
    where tenant = ${tenant} and member_id = ${member} and purpose = ${purpose} and version = ${version}
    limit 1`.execute(db.kysely);
  return rows.length > 0;
}

/** Returns all that a member agreed to, the oldest first. */
export async function listConsents(db: Queryable, tenant: string, member: string): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select id, member_id as member, purpose, version, words, given
    from consent
    join consent_wording using (tenant, version)
    where tenant = ${tenant} and member_id = ${member}
    order by given, id`.execute(db.kysely);
  return rows;
}

/** Removes the consents of a member; the words stay, for they name nobody. */
export async function removeConsents(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from consent where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
