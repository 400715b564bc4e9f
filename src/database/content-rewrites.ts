import { sql } from 'kysely';
import { type Queryable, inTransaction } from './connection';
import type { StoredItem } from './content';
import { type NewItem, putItems } from './content-writes';

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
        select id, column_id as "column", status, pub, title, doc from item
        where tenant = ${tenant} and module = ${module} and id > ${after} order by id limit ${batch} for update`.execute(tx.kysely);
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
