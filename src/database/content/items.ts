import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { SharedReading } from '../gathering';
import { countItems, countWhere, hasAtMost, noteCount, peekCount } from './counts';
import { buildWhere, type ItemSelection } from './filters';
import { buildOrder, divide, type ItemOrder, type Part } from './order';

/**
 * A page of a sorted selection. `limit` 0 to 5000, the largest page that a call can declare, and `offset` count items. `without` names fields of
 * the documents that stay behind: the text of an article is most of it. `views` asks for how often the pages of the items were opened.
 */
export type ItemQuery = ItemSelection & { order: ItemOrder[]; limit: number; offset: number; without?: readonly string[]; views?: boolean };

/** An item as it is stored; where its state is null only the status tells. `views` is there where it was asked for. */
export type StoredItem = {
  id: string;
  column: string;
  status: number;
  state: string | null;
  pub: Date;
  title: string;
  doc: Record<string, unknown>;
  views?: number;
};

const MAX_LIMIT = 5000;
// At a million items, where either way takes some tens of milliseconds at worst.
const COLLECT_MOST = 500;
/** Of so many items all can be looked through, and those that match sorted, in the time that asking once more takes. */
const COLLECT_ALL_OF = 10_000;
const SHORT_FIELDS = sql.raw('item.id, item.column_id as "column", item.status, item.state, item.pub, item.title');
const FIELDS = sql`${SHORT_FIELDS}, item.doc`;

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
// does; the planner cannot tell which, as it does not know how frequent a rare tag is. The total tells, and is wanted anyway: of a column
// with few items it comes with the page itself.
async function listWithTotal(db: Queryable, query: ItemQuery): Promise<{ rows: StoredItem[]; total: number }> {
  const indexed = query.filters.length === 0 && (query.columns?.length ?? 0) < 2;
  if (indexed && !db.kysely.isTransaction) {
    const [rows, total] = await Promise.all([listAlongIndex(db, query), countItems(db, query)]);
    return { rows, total };
  }
  if (await matchesFew(db, query)) return noteCount(db, query, () => listCollected(db, query));
  return { rows: await listAlongIndex(db, query), total: await countItems(db, query) };
}

/** Returns whether so few items match, or at least could, that what matches is best looked for once. */
async function matchesFew(db: Queryable, query: ItemQuery): Promise<boolean> {
  const known = peekCount(db, query);
  if (known !== undefined) return known <= COLLECT_MOST;
  const { tenant, module, columns, status } = query;
  const isSmall = !db.kysely.isTransaction && (await hasAtMost(db, { tenant, module, columns, status, filters: [] }, COLLECT_ALL_OF));
  return isSmall || (await countItems(db, query)) <= COLLECT_MOST;
}

/** Returns one item in any status, or undefined. */
export async function getItem(db: Queryable, tenant: string, module: string, id: string): Promise<StoredItem | undefined> {
  const { rows } = await sql<StoredItem>`
    select ${FIELDS}
    from item
    where tenant = ${tenant} and module = ${module} and id = ${id}`.execute(db.kysely);
  return rows[0];
}

const itemReadings = new SharedReading<StoredItem | undefined>();

/** The same for an item that many may ask for at once: they share what was read after the last of them asked. */
export const getItemTogether: typeof getItem = (db, tenant, module, id) =>
  itemReadings.read(db, [tenant, module, id], () => getItem(db, tenant, module, id));

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

/** Returns in which modules and columns the published items of some ids stand. */
export async function listPlaces(
  db: Queryable,
  tenant: string,
  ids: readonly string[],
): Promise<{ module: string; id: string; column: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ module: string; id: string; column: string }>`
    select module, id, column_id as "column"
    from item
    where tenant = ${tenant} and id = any(${[...ids]}::text[]) and status = 1
    order by module desc`.execute(db.kysely);
  return rows;
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

const VIEWS = sql`coalesce((
  select pv from counter where tenant = item.tenant and column_id = item.column_id and data_id = item.id
), 0) as views`;

function pickFields({ without = [], views = false }: ItemQuery): RawBuilder<unknown> {
  const fields = without.length === 0 ? FIELDS : sql`${SHORT_FIELDS}, item.doc - ${[...without]}::text[] as doc`;
  return views ? sql`${fields}, ${VIEWS}` : fields;
}

// Each part can be read along an index, so a far page does not read the documents before it; a page that begins in one may end in the next.
async function listAlongIndex(db: Queryable, query: ItemQuery): Promise<StoredItem[]> {
  const rows: StoredItem[] = [];
  const selection = buildWhere(query);
  let { offset } = query;
  for (const part of divide(query.order)) {
    if (rows.length === query.limit) break;
    const where = part.of ? sql`${selection} and ${part.of}` : selection;
    const order = buildOrder(part.order);
    const found = await sql<StoredItem>`
      select ${pickFields(query)}
      from (
        select tenant, module, id from item where ${where} order by ${order('')} limit ${query.limit - rows.length} offset ${offset}
      ) page
      join item on item.tenant = page.tenant and item.module = page.module and item.id = page.id
      order by ${order('item.')}`.execute(db.kysely);
    rows.push(...found.rows);
    offset = rows.length > 0 || offset === 0 ? 0 : offset - (part.last ? 0 : await countWhere(db, where));
  }
  return rows;
}

// What matches is looked for once, and counted on the way.
async function listCollected(db: Queryable, query: ItemQuery): Promise<{ rows: StoredItem[]; total: number }> {
  const parts = divide(query.order);
  const [first] = parts;
  if (parts.length > 1 || !first || first.of) return listCollectedParts(db, query, parts);
  const where = buildWhere(query);
  const order = buildOrder(first.order);
  const { rows } = await sql<StoredItem & { total: number }>`
    select ${pickFields(query)}, page.total
    from (
      select tenant, module, id, count(*) over () as total
      from item where ${where} order by ${order('')} limit ${query.limit} offset ${query.offset}
    ) page
    join item on item.tenant = page.tenant and item.module = page.module and item.id = page.id
    order by ${order('item.')}`.execute(db.kysely);
  // Of a page that is empty, as few are, no line tells.
  const counted = rows.length === 0 && (query.offset > 0 || query.limit === 0) ? await countWhere(db, where) : 0;
  return { rows: rows.map(omitTotal), total: rows[0]?.total ?? counted };
}

const omitTotal = ({ total: _total, ...row }: StoredItem & { total: number }): StoredItem => row;

// The same where a list is made of several: a page that is empty has one line that tells the total.
async function listCollectedParts(db: Queryable, query: ItemQuery, all: readonly Part[]): Promise<{ rows: StoredItem[]; total: number }> {
  const parts = all.map(
    ({ of, order }, number) => sql`
      select tenant, module, id, ${sql.lit(number)} as part, row_number() over (order by ${buildOrder(order)('')}) as place
      from hit item
      where ${of ?? sql`true`}`,
  );
  const { rows } = await sql<StoredItem & { total: number }>`
    with hit as materialized (
      select tenant, module, id, column_id, pub, s1, s2, s3, s4, n1, n2, n3, n4, lng, lat
      from item
      where ${buildWhere(query)}
    )
    select ${pickFields(query)}, counted.total
    from (select count(*) as total from hit) counted
    left join (
      (${sql.join(parts, sql` union all `)} order by part, place limit ${query.limit} offset ${query.offset}) page
      join item on item.tenant = page.tenant and item.module = page.module and item.id = page.id
    ) on true
    order by page.part, page.place`.execute(db.kysely);
  return { rows: rows.map(omitTotal).filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

function checkPage({ limit, offset }: ItemQuery): void {
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LIMIT) throw new Error(`A page has 0 to ${MAX_LIMIT} items, not ${limit}`);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Error(`Not an offset: ${offset}`);
}
