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
  /** Of items in one of these: the states that are stored, and the statuses of those without a stored one. */
  states?: { names: readonly string[]; statuses: readonly number[] };
  /** Values of fields at the top of the item; of a list one of its entries. */
  equals: Readonly<Record<string, string>>;
  sort: { by: 'updated' | 'pub' | 'title' | { field: string; numeric: boolean }; descending: boolean };
  limit: number;
  offset: number;
}

const fields = sql.raw('id, column_id as "column", status, state, pub, title, doc, updated');

/** Returns a page of items, and how many there are in all. */
export async function listDeskItems(db: Queryable, query: DeskQuery): Promise<{ rows: DeskItem[]; total: number }> {
  const where = sql.join(buildConditions(query), sql` and `);
  const { sort, limit, offset } = query;
  const [found, counted] = await Promise.all([
    sql<DeskItem>`
      select ${fields} from item where ${where}
      order by ${buildOrder(sort)}, id
      limit ${limit} offset ${offset}`.execute(db.kysely),
    sql<{ total: number }>`select count(*)::int as total from item where ${where}`.execute(db.kysely),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns one item in any state, or undefined. */
export async function findDeskItem(db: Queryable, tenant: string, module: string, id: string): Promise<DeskItem | undefined> {
  const { rows } = await sql<DeskItem>`
    select ${fields} from item where tenant = ${tenant} and module = ${module} and id = ${id}`.execute(db.kysely);
  return rows[0];
}

function buildConditions({ tenant, module, keyword, states, equals }: DeskQuery): RawBuilder<unknown>[] {
  const like = keyword === undefined ? '' : `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return [
    sql`tenant = ${tenant}`,
    sql`module = ${module}`,
    ...(keyword === undefined ? [] : [sql`(title ilike ${like} or id = ${keyword})`]),
    ...(states === undefined
      ? []
      : [sql`(state = any(${[...states.names]}::text[]) or (state is null and status = any(${[...states.statuses]}::smallint[])))`]),
    ...Object.entries(equals).map(
      ([name, value]) => sql`(doc->>${name} = ${value} or (jsonb_typeof(doc->${name}) = 'array' and doc->${name} ? ${value}))`,
    ),
  ];
}

function buildOrder({ by, descending }: DeskQuery['sort']): RawBuilder<unknown> {
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`;
  if (typeof by === 'string') return sql`${sql.ref(by)} ${direction}`;
  return by.numeric
    ? sql`(case when jsonb_typeof(doc->${by.field}) = 'number' then (doc->>${by.field})::double precision end) ${direction}`
    : sql`doc->>${by.field} ${direction}`;
}
