import { sql } from 'kysely';
import type { Queryable } from '../../src/database/connection';
import { forgetCounts } from '../../src/database/content/countCache';

/**
 * Publishes or rejects items that await staff, for tests of something else: nothing of it is kept and nobody is told.
 * @param ids of items, each in whatever module; ids that do not await review are passed over
 * @returns the ids that were decided on
 */
export async function decideItems(db: Queryable, tenant: string | undefined, ids: string[], approve: boolean): Promise<string[]> {
  const own = tenant === undefined ? sql`` : sql` and tenant = ${tenant}`;
  const { rows } = await sql<{ tenant: string; module: string; id: string }>`
    with decided as (
      update item
      set status = ${approve ? 1 : 2}, state = null, updated = now()
      where status <> 1 and status = 0 and id = any(${ids}::text[])${own}
      returning tenant, module, id, status
    ),
    entered as (
      update search_entry
      set status = decided.status
      from decided
      where search_entry.tenant = decided.tenant and search_entry.module = decided.module
        and search_entry.id = decided.id
    )
    select tenant, module, id
    from decided`.execute(db.kysely);
  for (const row of rows) forgetCounts(db, row.tenant, row.module);
  return rows.map(({ id }) => id);
}
