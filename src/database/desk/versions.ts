import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { toStorableJson } from '../statements';

/** An item as it was after somebody had written it. */
export interface ItemVersion {
  number: number;
  at: Date;
  staff: string;
  name: string;
  state: string;
  doc: Record<string, unknown>;
}

/** Which item. */
interface Key {
  tenant: string;
  module: string;
  id: string;
}

/** Keeps a version of an item, within the transaction that writes it. @returns its number, from 1 on */
export async function addVersion(tx: Queryable, { tenant, module, id }: Key, version: Omit<ItemVersion, 'number'>): Promise<number> {
  const { at, staff, name, state, doc } = version;
  const { rows } = await sql<{ number: number }>`
    insert into item_version (tenant, module, item_id, number, at, staff, name, state, doc)
    select ${tenant}, ${module}, ${id}, coalesce(max(number), 0) + 1, ${at}::timestamptz, ${staff}, ${name}, ${state},
      ${JSON.stringify(doc)}::jsonb
    from item_version
    where tenant = ${tenant} and module = ${module} and item_id = ${id}
    returning number`.execute(tx.kysely);
  return rows[0]?.number ?? 0;
}

/** Returns the versions of an item, the newest first. */
export async function listVersions(db: Queryable, { tenant, module, id }: Key, limit = 100): Promise<ItemVersion[]> {
  const { rows } = await sql<ItemVersion>`
    select number, at, staff, name, state, doc
    from item_version
    where tenant = ${tenant} and module = ${module} and item_id = ${id}
    order by number desc
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns which items of a module have no versions yet. */
export async function findUnversioned(
  db: Queryable,
  { tenant, module }: Omit<Key, 'id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct item_id as id from item_version
    where tenant = ${tenant} and module = ${module} and item_id = any(${[...ids]}::text[])`.execute(db.kysely);
  const known = new Set(rows.map(({ id }) => id));
  return new Set(ids.filter((id) => !known.has(id)));
}

/** Keeps a version of each of several items of a module, within the transaction that writes them. */
export async function addVersions(
  tx: Queryable,
  { tenant, module }: Omit<Key, 'id'>,
  versions: readonly (Omit<ItemVersion, 'number'> & { id: string })[],
): Promise<void> {
  if (versions.length === 0) return;
  await sql`
    insert into item_version (tenant, module, item_id, number, at, staff, name, state, doc)
    select ${tenant}, ${module}, row.id, coalesce(
        (select max(number) from item_version
         where item_version.tenant = ${tenant} and item_version.module = ${module} and item_version.item_id = row.id), 0) + 1,
      row.at::timestamptz, row.staff, row.name, row.state, row.doc
    from jsonb_to_recordset(${JSON.stringify(toStorableJson(versions))}::jsonb)
      as row (id text, at text, staff text, name text, state text, doc jsonb)`.execute(tx.kysely);
}
