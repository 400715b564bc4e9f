import { type Kysely, sql } from 'kysely';

/**
 * What members agreed to, when, and by which words: the words themselves are kept once for each institution, for whoever has to show
 * what was agreed to (Personal Information Protection Law of China, art. 14, 29, 31).
 */
export async function createConsents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consent_wording (
      tenant text not null, version text not null, words text not null, primary key (tenant, version)
    )`.execute(db);
  await sql`
    create table consent (
      tenant text not null, member_id text not null, id text not null, purpose text not null,
      version text not null, given timestamptz not null, primary key (tenant, id)
    )`.execute(db);
  await sql`create index consent_member on consent (tenant, member_id, purpose, version)`.execute(db);
}
