import type { Queryable } from '../connection';
import { collectNeededGrams, toGramPrefix, toTag } from '../content/filterKeys';

/** A page of a list as somebody writes its query by hand for one table: newest first, of one column. */
export interface PlainQuery {
  tenant: string;
  module: string;
  column: string;
  /** Items of a page, and items before it. */
  size: number;
  offset: number;
  /** Names of fields of the document that stay behind. */
  omit: readonly string[];
  /** A field that has a value among others. */
  choice?: { field: string; value: string };
  /** What the title has, and the pointer to the title. */
  keyword?: { field: string; text: string };
}

/** An item of such a page: its document, how often it was viewed, and how many items the whole list has. */
export interface PlainItem {
  doc: Record<string, unknown>;
  views: number;
  total: number;
}

const select = (where: string): string => `
  select page.doc - $4::text[] as doc, coalesce(counter.pv, 0) as views, (select count(*) from item where ${where}) as total
  from (
    select tenant, column_id, id, pub, doc
    from item
    where ${where}
    order by pub desc, id desc
    limit $5 offset $6
  ) page
  left join counter on counter.tenant = page.tenant and counter.column_id = page.column_id and counter.data_id = page.id
  order by page.pub desc, page.id desc`;

const ofColumn = 'tenant = $1 and module = $2 and column_id = $3 and status = 1';
const [all, chosen, searched] = [
  select(ofColumn),
  select(`${ofColumn} and tags && $7::text[]`),
  select(`${ofColumn} and grams @> $7::text[] and title ilike $8`),
];

/** Returns a page of a list with its total by one statement, over the same table and indexes as the portal's. */
export async function listPlainItems(db: Queryable, query: PlainQuery): Promise<PlainItem[]> {
  const { tenant, module, column, omit, size, offset, choice, keyword } = query;
  const values = [tenant, module, column, omit, size, offset];
  const ask = async (statement: { name?: string; text: string }, more: readonly unknown[] = []): Promise<PlainItem[]> =>
    (await db.pool.query<PlainItem>({ ...statement, values: [...values, ...more] })).rows;
  // How many items have a value or a word differs: a plan that is made once for all of them reads the whole column.
  if (choice) return ask({ text: chosen }, [[toTag({ tenant, module, field: choice.field }, choice.value)]]);
  if (!keyword) return ask({ name: 'plain-list', text: all });
  const grams = collectNeededGrams(toGramPrefix({ tenant, module, field: keyword.field }), keyword.text);
  return ask({ text: searched }, [grams, `%${keyword.text.replace(/[\\%_]/g, '\\$&')}%`]);
}

/** Returns one item by one prepared statement, or undefined. */
export async function findPlainItem(db: Queryable, tenant: string, module: string, id: string): Promise<PlainItem | undefined> {
  const text = `
    select item.doc, coalesce(counter.pv, 0) as views, 1 as total
    from item
    left join counter on counter.tenant = item.tenant and counter.column_id = item.column_id and counter.data_id = item.id
    where item.tenant = $1 and item.module = $2 and item.id = $3 and item.status = 1`;
  return (await db.pool.query<PlainItem>({ name: 'plain-item', text, values: [tenant, module, id] })).rows[0];
}
