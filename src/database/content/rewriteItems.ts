import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { inTransaction } from '../transaction';
import type { StoredItem } from './items';
import { type NewItem, putItems } from './writeItems';

/**
 * Writes all items of a module anew, a batch in each transaction. The rows of a batch are locked from being read until they are
 * written, so that what others write meanwhile is not overwritten with what was there before.
 * @param renew makes what is stored of what was stored; the id must stay
 * @returns the numbers of items, batch by batch
 */
export async function* rewriteItems(
  db: Queryable,
  tenant: string,
  module: string,
  renew: (item: StoredItem) => NewItem,
  { batch = 500 } = {},
): AsyncGenerator<number> {
  let after = '';
  for (;;) {
    const ids = await inTransaction(db, async (tx) => {
      const { rows } = await sql<StoredItem>`
        select id, column_id as "column", status, state, pub, title, doc
        from item
        where tenant = ${tenant} and module = ${module} and id > ${after}
        order by id
        limit ${batch}
        for update`.execute(tx.kysely);
      await putItems(tx, rows.map(renew), { batch });
      return rows.map(({ id }) => id);
    });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids.length;
    if (ids.length < batch) return;
    after = last;
  }
}
/** Returns the hash of slot assignments a module's items were last written with; undefined when it never was. */
export async function readShape(db: Queryable, tenant: string, module: string): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select hash
    from module_shape
    where tenant = ${tenant} and module = ${module}`.execute(db.kysely);
  return rows[0]?.hash;
}

/** Returns the same of all modules of a tenant, by their names. */
export async function readShapes(db: Queryable, tenant: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ module: string; hash: string }>`
    select module, hash
    from module_shape
    where tenant = ${tenant}`.execute(db.kysely);
  return new Map(rows.map(({ module, hash }) => [module, hash]));
}

/** Notes the hash of slot assignments after a module's items were written with them. */
export async function writeShape(db: Queryable, tenant: string, module: string, hash: string): Promise<void> {
  await sql`
    insert into module_shape (tenant, module, hash)
    values (${tenant}, ${module}, ${hash})
    on conflict (tenant, module) do update set hash = excluded.hash`.execute(db.kysely);
}
