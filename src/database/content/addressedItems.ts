import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** Published items of a module that stand together in a sitemap, in the order of their ids. */
export interface ItemPart {
  /** The id of the first. */
  first: string;
  count: number;
  /** When one of them was changed last. */
  updated: Date;
}

/** What the address of an item is made of, and when it was changed last. */
export interface AddressedItem {
  id: string;
  column: string;
  updated: Date;
}

/** Returns how many bytes the id and column of a module's published items have at most; 0 when there are none. */
export async function measureAddresses(db: Queryable, tenant: string, module: string): Promise<number> {
  const { rows } = await sql<{ longest: number | null }>`
    select max(octet_length(id) + octet_length(column_id)) as longest
    from item
    where tenant = ${tenant} and module = ${module} and status = 1`.execute(db.kysely);
  return rows[0]?.longest ?? 0;
}

/** Returns the published items of a module in parts of so many. */
export async function divideItems(db: Queryable, tenant: string, module: string, size: number): Promise<ItemPart[]> {
  const { rows } = await sql<ItemPart>`
    select min(id) as first, count(*) as count, max(updated) as updated
    from (
      select id, updated, (row_number() over (order by id) - 1) / ${size}::integer as part
      from item
      where tenant = ${tenant} and module = ${module} and status = 1
    ) placed
    group by part
    order by part`.execute(db.kysely);
  return rows;
}

/**
 * Returns published items of a module in the order of their ids.
 * @param from the first id; `after` the last one of those before, when some were read already
 * @param until the first id that no longer counts; absent: all do
 */
export async function listAddressedItems(
  db: Queryable,
  {
    tenant,
    module,
    from,
    after,
    until,
    limit,
  }: { tenant: string; module: string; from: string; after?: string | undefined; until?: string | undefined; limit: number },
): Promise<AddressedItem[]> {
  const begin = after === undefined ? sql`id >= ${from}` : sql`id > ${after}`;
  const end = until === undefined ? sql`` : sql` and id < ${until}`;
  const { rows } = await sql<AddressedItem>`
    select id, column_id as "column", updated
    from item
    where tenant = ${tenant} and module = ${module} and status = 1 and ${begin}${end}
    order by id
    limit ${limit}`.execute(db.kysely);
  return rows;
}
