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

/** Keeps a version of an item, within the transaction that writes it, and the files that it shows. @returns its number, from 1 on */
export async function addVersion(tx: Queryable, { tenant, module, id }: Key, version: Omit<ItemVersion, 'number'>): Promise<number> {
  const { at, staff, name, state, doc } = version;
  const { rows } = await sql<{ number: number }>`
    insert into item_version (tenant, module, item_id, number, at, staff, name, state, doc)
    select ${tenant}, ${module}, ${id}, coalesce(max(number), 0) + 1, ${at}::timestamptz, ${staff}, ${name}, ${state},
      ${JSON.stringify(doc)}::jsonb
    from item_version
    where tenant = ${tenant} and module = ${module} and item_id = ${id}
    returning number`.execute(tx.kysely);
  await keepFiles(tx, { tenant, module }, [id]);
  return rows[0]?.number ?? 0;
}

/** Keeps the files that any version of items shows. Versions may come before their item does: its next one then sees to it. */
async function keepFiles(tx: Queryable, { tenant, module }: Omit<Key, 'id'>, ids: readonly string[]): Promise<void> {
  await sql`
    insert into version_upload (tenant, upload_id, module, item_id)
    select distinct version.tenant, upload.id, version.module, version.item_id
    from item_version as version
    join item on item.tenant = version.tenant and item.module = version.module and item.id = version.item_id
    cross join lateral regexp_matches(version.doc::text, '/files/([A-Za-z0-9_-]{22})[.]', 'g') as found (parts)
    join upload on upload.tenant = version.tenant and upload.id = found.parts[1]
    where version.tenant = ${tenant} and version.module = ${module} and version.item_id = any(${[...ids]}::text[])
      and version.doc::text like '%/files/%'
    on conflict do nothing`.execute(tx.kysely);
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
  const ids = versions.map(({ id }) => id);
  await keepFiles(tx, { tenant, module }, ids);
}
