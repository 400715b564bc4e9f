import { sql } from 'kysely';
import type { Queryable } from '../../src/database/connection';
import { forgetCounts } from '../../src/database/content/countCache';

/** Removes items, as nothing of the portal does; ids that do not exist are passed over. @returns how many were removed */
export async function removeItems(db: Queryable, tenant: string, module: string, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from item
    where tenant = ${tenant} and module = ${module} and id = any(${ids}::text[])`.execute(db.kysely);
  forgetCounts(db, tenant, module);
  return Number(numAffectedRows ?? 0);
}
