import { sql } from 'kysely';
import type { Queryable } from '../connection';

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
