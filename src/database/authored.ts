import { sql } from 'kysely';
import type { Queryable } from './connection';

/** What was written by a member: items of these modules whose `memberId` is the member's id. */
export interface Authorship { tenant: string; modules: readonly string[]; member: string }

/** The documents of what a member wrote, in any status, the oldest first. */
export async function authoredItems(db: Queryable, { tenant, modules, member }: Authorship): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ doc: Record<string, unknown> }>`
    select doc from item where tenant = ${tenant} and module = any(${[...modules]}::text[]) and doc->>'memberId' = ${member} order by pub, id`.execute(db.kysely);
  return rows.map(({ doc }) => doc);
}

/** Lays fields over what a member wrote. They must be none that lists filter, sort or search by: those are kept a second time. */
export async function overwriteAuthored(tx: Queryable, { tenant, modules, member }: Authorship, fields: Readonly<Record<string, string>>): Promise<void> {
  await sql`
    update item set doc = doc || ${JSON.stringify(fields)}::jsonb, updated = now()
    where tenant = ${tenant} and module = any(${[...modules]}::text[]) and doc->>'memberId' = ${member}`.execute(tx.kysely);
}
