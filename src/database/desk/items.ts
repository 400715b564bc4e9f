import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import type { StoredItem } from '../content/items';

/** An item as the desk sees it. */
export type DeskItem = StoredItem & { updated: Date };

/** Which items of a module staff ask for, whatever their state. */
export interface DeskQuery {
  tenant: string;
  module: string;
  /** Part of the title, in any capitals, or the whole id. */
  keyword?: string;
  /** Fields at the top of the item that the keyword is sought in besides the title. */
  words?: readonly string[];
  /** Of items in one of these: the states that are stored, and the statuses of those without a stored one. */
  states?: { names: readonly string[]; statuses: readonly number[] };
  /** A stored state whose items are left out. */
  hidden?: string;
  /** Also those that visitors see otherwise than staff left them, and those with a time to come. */
  pending?: { changed: boolean; scheduled: boolean };
  /** Values of fields at the top of the item; of a list one of its entries. */
  equals: Readonly<Record<string, string>>;
  sort: { by: 'updated' | 'pub' | 'title' | { field: string; numeric: boolean }; descending: boolean };
  limit: number;
  offset: number;
}

const fields = sql.raw('id, column_id as "column", status, state, pub, title, doc, updated');

/** Returns how many items there are. */
export async function countDeskItems(db: Queryable, query: Omit<DeskQuery, 'limit' | 'offset' | 'sort'>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from item where ${sql.join(buildConditions(query), sql` and `)}`.execute(db.kysely);
  return rows[0]?.total ?? 0;
}

/** Returns a page of items, and how many there are in all. */
export async function listDeskItems(db: Queryable, query: DeskQuery): Promise<{ rows: DeskItem[]; total: number }> {
  const where = sql.join(buildConditions(query), sql` and `);
  const { sort, limit, offset } = query;
  const [found, total] = await Promise.all([
    sql<DeskItem>`
      select ${fields} from item where ${where}
      order by ${buildOrder(sort)}, id
      limit ${limit} offset ${offset}`.execute(db.kysely),
    countDeskItems(db, query),
  ]);
  return { rows: found.rows, total };
}

/** Where a part of a list ends: what its last item is ordered by, as text, and its id. */
export interface ItemMark {
  by: string | null;
  id: string;
}

/**
 * Returns the items that come after a mark in their order, or the first ones, and the mark of the last. However far the mark is, what comes
 * before it is not looked through again where an index has the order.
 */
export async function walkDeskItems(
  db: Queryable,
  query: Omit<DeskQuery, 'offset'>,
  after?: ItemMark,
): Promise<{ rows: DeskItem[]; mark?: ItemMark }> {
  const { by } = query.sort;
  const [expression, type] = [buildExpression(by), sql.raw(findType(by))];
  const where = sql.join([...buildConditions(query), ...(after ? [buildAfter(query.sort, after)] : [])], sql` and `);
  const { rows } = await sql<DeskItem & { mark: string | null }>`
    select ${fields}, (${expression})::text as mark from item where ${where}
    order by ${buildOrder(query.sort)}, id
    limit ${query.limit}`.execute(db.kysely);
  const last = rows.at(-1);
  return { rows, ...(last ? { mark: { by: last.mark, id: last.id } } : {}) };

  function buildAfter({ descending }: DeskQuery['sort'], { by: mark, id }: ItemMark): RawBuilder<unknown> {
    if (mark === null) return sql`(${expression} is null and id > ${id})`;
    const value = sql`${mark}::${type}`;
    const beyond = descending
      ? sql`${expression} <= ${value} and (${expression} < ${value} or id > ${id})`
      : sql`${expression} >= ${value} and (${expression} > ${value} or id > ${id})`;
    // What is always there can be sought by its index.
    return typeof by === 'string' ? beyond : sql`((${beyond}) or ${expression} is null)`;
  }
}

/** Returns one item in any state, or undefined. */
export async function findDeskItem(db: Queryable, tenant: string, module: string, id: string): Promise<DeskItem | undefined> {
  const { rows } = await sql<DeskItem>`
    select ${fields} from item where tenant = ${tenant} and module = ${module} and id = ${id}`.execute(db.kysely);
  return rows[0];
}

function buildConditions({
  tenant,
  module,
  keyword,
  words = [],
  states,
  hidden,
  pending,
  equals,
}: Omit<DeskQuery, 'limit' | 'offset' | 'sort'>): RawBuilder<unknown>[] {
  const like = keyword === undefined ? '' : `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return [
    sql`tenant = ${tenant}`,
    sql`module = ${module}`,
    ...(keyword === undefined ? [] : [buildFinding()]),
    ...(hidden === undefined ? [] : [sql`state is distinct from ${hidden}`]),
    ...(states === undefined ? [] : [sql`(${sql.join(buildStates(states, pending), sql` or `)})`]),
    ...Object.entries(equals).map(
      ([name, value]) => sql`(doc->>${name} = ${value} or (jsonb_typeof(doc->${name}) = 'array' and doc->${name} ? ${value}))`,
    ),
  ];

  function buildFinding(): RawBuilder<unknown> {
    const places = [sql`title ilike ${like}`, sql`id = ${keyword}`, ...words.map((name) => sql`doc->>${name} ilike ${like}`)];
    return sql`(${sql.join(places, sql` or `)})`;
  }
}

function buildStates({ names, statuses }: NonNullable<DeskQuery['states']>, pending: DeskQuery['pending']): RawBuilder<unknown>[] {
  const within = (table: string): RawBuilder<unknown> => {
    const other = sql.table(table);
    return sql`exists (
      select from ${other} where ${other}.tenant = item.tenant and ${other}.module = item.module and ${other}.item_id = item.id
    )`;
  };
  return [
    sql`state = any(${[...names]}::text[])`,
    sql`(state is null and status = any(${[...statuses]}::smallint[]))`,
    ...(pending?.changed === true ? [within('item_draft')] : []),
    ...(pending?.scheduled === true ? [within('item_schedule')] : []),
  ];
}

function buildOrder({ by, descending }: DeskQuery['sort']): RawBuilder<unknown> {
  // Columns are always filled: said without a place for nulls, the order is that of an index.
  if (typeof by === 'string') return descending ? sql`${sql.ref(by)} desc` : sql`${sql.ref(by)} asc`;
  return descending ? sql`${buildExpression(by)} desc nulls last` : sql`${buildExpression(by)} asc nulls last`;
}

function buildExpression(by: DeskQuery['sort']['by']): RawBuilder<unknown> {
  if (typeof by === 'string') return sql`${sql.ref(by)}`;
  return by.numeric
    ? sql`(case when jsonb_typeof(doc->${by.field}) = 'number' then (doc->>${by.field})::double precision end)`
    : sql`(doc->>${by.field})`;
}

const findType = (by: DeskQuery['sort']['by']): string =>
  by === 'updated' || by === 'pub' ? 'timestamptz' : typeof by === 'object' && by.numeric ? 'double precision' : 'text';
