import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { StoredItem } from './items';

/** An item of whatever institution and module. */
export type FoundItem = Pick<StoredItem, 'id' | 'status' | 'state' | 'title' | 'pub' | 'doc'> & { tenant: string; module: string };

const fields = sql.raw('tenant, module, id, status, state, title, pub, doc');

/** Returns items that await staff, the oldest first, of one tenant or of all. */
export async function listWaitingItems(db: Queryable, tenant: string | undefined, limit = 200): Promise<FoundItem[]> {
  const own = tenant === undefined ? sql`` : sql` and tenant = ${tenant}`;
  const { rows } = await sql<FoundItem>`
    select ${fields}
    from item
    where status <> 1 and status = 0${own}
    order by pub, id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** States of a module that await staff though everybody sees what is in them. */
export interface SeenStates {
  module: string;
  states: readonly string[];
}

/**
 * Returns items that await a decision of an institution's staff, the oldest first; what somebody has decided on a moment ago is left out.
 * @param seen states besides those whose status says so
 */
export async function listUndecidedItems(db: Queryable, tenant: string, seen: readonly SeenStates[], limit: number): Promise<FoundItem[]> {
  const further = seen.map(({ module, states }) => sql` or (module = ${module} and status = 1 and state = any(${[...states]}::text[]))`);
  const { rows } = await sql<FoundItem>`
    select ${fields}
    from item
    where tenant = ${tenant} and ((status <> 1 and status = 0)${sql.join(further, sql``)})
      and not exists (
        select 1 from decision
        where decision.tenant = item.tenant and decision.module = item.module and decision.item_id = item.id
      )
    order by pub, id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns the items that have one of the ids, each in whatever module and status, the oldest first. */
export async function findItemsById(db: Queryable, tenant: string | undefined, ids: readonly string[]): Promise<FoundItem[]> {
  const own = tenant === undefined ? sql`` : sql` and tenant = ${tenant}`;
  const { rows } = await sql<FoundItem>`
    select ${fields}
    from item
    where id = any(${[...ids]}::text[])${own}
    order by pub, id, tenant, module`.execute(db.kysely);
  return rows;
}

/** Returns the items of a module that members handed in, in any status, the oldest first. */
export async function listItemsOfModule(
  db: Queryable,
  { tenant, module }: { tenant: string | undefined; module: string },
  limit = 200,
): Promise<FoundItem[]> {
  const own = tenant === undefined ? sql`` : sql` and tenant = ${tenant}`;
  const { rows } = await sql<FoundItem>`
    select ${fields}
    from item
    where module = ${module} and doc->>'memberId' is not null${own}
    order by pub, id
    limit ${limit}`.execute(db.kysely);
  return rows;
}
