import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { countItems, countWhere } from './counts';
import { type ItemSelection, type NumberSlot, type TextSlot, toColumn, buildWhere } from './filters';

/** What a list is sorted by; views are those that were counted. Items without the value come last in both directions; the id breaks ties. */
export type ItemOrder = { by: 'pub' | 'views' | NumberSlot | TextSlot; direction: 'asc' | 'desc' };

/** A page of a sorted selection. `limit` 0 to 5000, the largest page that a call can declare, and `offset` count items. */
export type ItemQuery = ItemSelection & { order: ItemOrder[]; limit: number; offset: number };

/** An item as it is stored; where its state is null only the status tells. */
export type StoredItem = {
  id: string;
  column: string;
  status: number;
  state: string | null;
  pub: Date;
  title: string;
  doc: Record<string, unknown>;
};

/** Makes the unsorted part of a query for the keys of a page. */
type PageOf = (where: RawBuilder<unknown>) => RawBuilder<unknown>;

const MAX_LIMIT = 5000;
// At a million items, where either way takes some tens of milliseconds at worst.
const COLLECT_MOST = 500;
const FIELDS = sql.raw('item.id, item.column_id as "column", item.status, item.state, item.pub, item.title, item.doc');
const DEFAULT_ORDER: ItemOrder[] = [{ by: 'pub', direction: 'desc' }];

/**
 * Returns one page and the total of the whole selection.
 * @throws Error on unknown slots, kinds of filter or directions, malformed pointers and limits out of bounds.
 */
export async function listItems(db: Queryable, query: ItemQuery): Promise<{ rows: StoredItem[]; total: number }> {
  checkPage(query);
  const { rows, total } = await listWithTotal(db, query);
  // The total may be seconds old; a page that is not full tells today's.
  const ends = rows.length < query.limit && (rows.length > 0 || query.offset === 0);
  const seen = query.offset + rows.length;
  return { rows, total: ends || (rows.length > 0 && seen > total) ? seen : total };
}

// Reading along an index until the page is full is fastest when many items match, and takes seconds when hardly one of a million
// does; the planner cannot tell which, as it does not know how frequent a rare tag is. The total tells, and is wanted anyway.
async function listWithTotal(db: Queryable, query: ItemQuery): Promise<{ rows: StoredItem[]; total: number }> {
  const indexed = query.filters.length === 0 && (query.columns?.length ?? 0) < 2;
  if (indexed && !db.kysely.isTransaction) {
    const [rows, total] = await Promise.all([listRows(db, query, selectAlongIndex), countItems(db, query)]);
    return { rows, total };
  }
  const total = await countItems(db, query);
  return { rows: await listRows(db, query, total > COLLECT_MOST ? selectAlongIndex : selectCollected), total };
}

/** Returns one item in any status, or undefined. */
export async function getItem(db: Queryable, tenant: string, module: string, id: string): Promise<StoredItem | undefined> {
  const { rows } = await sql<StoredItem>`
    select ${FIELDS}
    from item
    where tenant = ${tenant} and module = ${module} and id = ${id}`.execute(db.kysely);
  return rows[0];
}

/**
 * Returns the item of a module that has a text in its first slot, in any status, or undefined. Each half is answered by an index of its own,
 * which covers published items or the others.
 */
export async function findItemByFirstSlot(db: Queryable, tenant: string, module: string, text: string): Promise<StoredItem | undefined> {
  const { rows } = await sql<StoredItem>`
    select ${FIELDS} from item where tenant = ${tenant} and module = ${module} and status = 1 and s1 = ${text}
    union all
    select ${FIELDS} from item where tenant = ${tenant} and module = ${module} and status <> 1 and s1 = ${text}
    limit 1`.execute(db.kysely);
  return rows[0];
}

/** Returns which of the ids items of one of the modules have, in any status unless published ones are asked for. */
export async function findExistingIds(
  db: Queryable,
  tenant: string,
  modules: string[],
  ids: string[],
  which: 'all' | 'published' = 'all',
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id
    from item
    where tenant = ${tenant} and module = any(${modules}::text[]) and id = any(${ids}::text[])
      and (${which} = 'all' or status = 1)`.execute(db.kysely);
  return new Set(rows.map(({ id }) => id));
}

/** Returns all items of a module in any status by id, read `batch` at a time, as for filling slots anew. */
export async function* streamItems(db: Queryable, tenant: string, module: string, { batch = 500 } = {}): AsyncGenerator<StoredItem> {
  let after = '';
  for (;;) {
    const { rows } = await sql<StoredItem>`
      select ${FIELDS}
      from item
      where tenant = ${tenant} and module = ${module} and id > ${after}
      order by id
      limit ${batch}`.execute(db.kysely);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

// The indexes of slots hold the items that have a value; those without come after, as a list of their own.
async function listRows(db: Queryable, query: ItemQuery, page: PageOf, where = buildWhere(query)): Promise<StoredItem[]> {
  const { order, limit, offset } = query;
  const first = order[0]?.by ?? 'pub';
  if (first === 'pub' || first === 'views') return readDocuments(db, query, page(where));
  const valued = sql`${where} and ${toColumn(first)} is not null`;
  const rows = await readDocuments(db, query, page(valued));
  if (rows.length === limit) return rows;
  const skipped = rows.length > 0 || offset === 0 ? 0 : offset - (await countWhere(db, valued));
  const rest = { ...query, order: order.slice(1), limit: limit - rows.length, offset: skipped };
  return [...rows, ...(await listRows(db, rest, page, sql`${where} and ${toColumn(first)} is null`))];
}

// This can be answered by an index alone, so a far page does not read the documents before it.
const selectAlongIndex: PageOf = (where) => sql`select tenant, module, id from item where ${where}`;

const selectCollected: PageOf = (where) => sql`
  with hit as materialized (
    select tenant, module, id, column_id, pub, s1, s2, s3, s4, n1, n2
    from item
    where ${where}
  )
  select tenant, module, id
  from hit item`;

async function readDocuments(db: Queryable, query: ItemQuery, keys: RawBuilder<unknown>): Promise<StoredItem[]> {
  const order = buildOrder(query.order.length > 0 ? query.order : DEFAULT_ORDER);
  const { rows } = await sql<StoredItem>`
    select ${FIELDS}
    from (${keys} order by ${order('')} limit ${query.limit} offset ${query.offset}) page
    join item on item.tenant = page.tenant and item.module = page.module and item.id = page.id
    order by ${order('item.')}`.execute(db.kysely);
  return rows;
}

// The first term is only met with its nulls excluded, and must be spelt as the index is.
function buildOrder(order: ItemOrder[]): (table: string) => RawBuilder<unknown> {
  const last = order.at(-1)?.direction ?? 'desc';
  return (table) => {
    const terms = order.map(({ by, direction }, place) => {
      const nulls = by === 'pub' || by === 'views' || place === 0 ? sql`` : sql` nulls last`;
      return sql`${sql.raw(by === 'views' ? '' : table)}${toColumn(by)} ${toDirection(direction)}${nulls}`;
    });
    return sql.join([...terms, sql`${sql.raw(table)}id ${toDirection(last)}`]);
  };
}

function toDirection(direction: string): RawBuilder<unknown> {
  if (direction === 'asc') return sql`asc`;
  if (direction === 'desc') return sql`desc`;
  throw new Error(`Unknown direction: ${JSON.stringify(direction)}`);
}

function checkPage({ limit, offset }: ItemQuery): void {
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LIMIT) throw new Error(`A page has 0 to ${MAX_LIMIT} items, not ${limit}`);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Error(`Not an offset: ${offset}`);
}
