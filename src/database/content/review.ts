import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { forgetCounts } from './countCache';

/** An item that waits for somebody to look at it. */
type WaitingItem = { tenant: string; module: string; id: string; title: string; pub: Date; doc: Record<string, unknown> };

/** Returns items that await review, the oldest first, of one tenant or of all. */
export async function listWaitingItems(db: Queryable, tenant: string | undefined, limit = 200): Promise<WaitingItem[]> {
  const own = tenant === undefined ? sql`` : sql` and tenant = ${tenant}`;
  const { rows } = await sql<WaitingItem>`
    select tenant, module, id, title, pub, doc
    from item
    where status <> 1 and status = 0${own}
    order by pub, id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/**
 * Publishes or rejects items that await review.
 * @param ids of items, each in whatever module; ids that do not await review are passed over
 * @returns the ids that were decided on
 */
export async function decideItems(db: Queryable, tenant: string | undefined, ids: string[], approve: boolean): Promise<string[]> {
  const own = tenant === undefined ? sql`` : sql` and tenant = ${tenant}`;
  const { rows } = await sql<{ tenant: string; module: string; id: string }>`
    with decided as (
      update item
      set status = ${approve ? 1 : 2}, updated = now()
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

/** An item that a member handed in. */
export interface AuthoredItem {
  tenant: string;
  module: string;
  id: string;
  title: string;
  member: string;
}

/** Returns those of these items that members handed in and that are published, in one order everywhere. */
export async function findPublishedAuthored(db: Queryable, tenant: string | undefined, ids: readonly string[]): Promise<AuthoredItem[]> {
  const own = tenant === undefined ? sql`` : sql` and tenant = ${tenant}`;
  const { rows } = await sql<AuthoredItem>`
    select tenant, module, id, title, doc ->> 'memberId' as member
    from item
    where status = 1 and id = any(${[...ids]}::text[]) and doc ->> 'memberId' <> ''${own}
    order by doc ->> 'memberId', tenant, module, id`.execute(db.kysely);
  return rows;
}

/** Takes what members handed in off the pages again, as if it had been rejected. */
export async function withdrawItems(tx: Queryable, items: readonly AuthoredItem[]): Promise<void> {
  for (const { tenant, module, id } of items) {
    await sql`
      update item
      set status = 2, updated = now()
      where tenant = ${tenant} and module = ${module} and id = ${id}`.execute(tx.kysely);
    await sql`
      update search_entry
      set status = 2
      where tenant = ${tenant} and module = ${module} and id = ${id}`.execute(tx.kysely);
    forgetCounts(tx, tenant, module);
  }
}
