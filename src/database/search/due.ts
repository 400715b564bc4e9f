import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { StoredItem } from '../content/items';
import { type Searchable, buildEntry, enterRows } from './entries';

/** An item whose entry in the site search is due. */
export type DueItem = Pick<StoredItem, 'id' | 'status' | 'pub' | 'doc'> & { module: string };

/** An item, and what the site search finds it by; undefined: it does not. */
export type EnteredItem = Omit<DueItem, 'doc'> & { search?: Searchable };

/** Returns the first institution after another one of which entries are due; undefined when there is none. */
export async function findDueTenant(db: Queryable, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ tenant: string }>`
    select tenant from search_due where tenant > ${after} order by tenant limit 1`.execute(db.kysely);
  return rows[0]?.tenant;
}

/**
 * Takes items of an institution whose entries are due, within the transaction that enters them: until its end nobody changes them, and what
 * another server has taken is passed over. Of items that are gone nothing is left.
 * @returns how many were due, and those that are there
 */
export async function takeDue(tx: Queryable, tenant: string, limit: number): Promise<{ taken: number; items: DueItem[] }> {
  const taken = await sql<{ module: string; id: string }>`
    with first as materialized (
      select tenant, module, id from search_due where tenant = ${tenant}
      order by module, id limit ${limit}
      for update skip locked
    )
    delete from search_due using first
    where search_due.tenant = first.tenant and search_due.module = first.module and search_due.id = first.id
    returning search_due.module, search_due.id`.execute(tx.kysely);
  const keys = taken.rows;
  if (keys.length === 0) return { taken: 0, items: [] };
  // In the order in which they are written, so that nobody waits for us who has what we wait for.
  const { rows } = await sql<DueItem>`
    select item.module, item.id, item.status, item.pub, item.doc
    from unnest(${keys.map(({ module }) => module)}::text[], ${keys.map(({ id }) => id)}::text[]) as key (module, id)
    join item on item.tenant = ${tenant} and item.module = key.module and item.id = key.id
    order by item.module, item.id
    for share of item`.execute(tx.kysely);
  return { taken: keys.length, items: rows };
}

/** Writes what the site search finds items of an institution by. */
export async function writeEntries(tx: Queryable, tenant: string, items: readonly EnteredItem[]): Promise<void> {
  const rows = JSON.stringify(
    items.map(({ module, id, status, pub, search }) => ({ tenant, module, id, status, pub, ...(search && buildEntry(tenant, search)) })),
  );
  await sql`
    with row as materialized (
      select * from json_to_recordset(${rows}::json) as row (
        tenant text, module text, id text, status smallint, pub timestamptz, entry_title text, entry_title_words tsvector, entry_body text,
        entry_words tsvector, entry_spelled tsvector
      )
    ),
    entered as (
      ${enterRows}
    )
    delete from search_entry using row
    where row.entry_words is null and search_entry.tenant = row.tenant and search_entry.module = row.module
      and search_entry.id = row.id`.execute(tx.kysely);
}
