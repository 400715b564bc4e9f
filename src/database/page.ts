import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from './connection';

/** Which part of a list: at most `limit` rows after the first `offset`. */
export type Window = { limit: number; offset: number };

/** A part of a list, and how many rows the whole list has. */
export type Page<Row> = { rows: Row[]; total: number };

/**
 * Returns a page of the rows that a statement gives, and how many there are in all.
 * @param statement its clauses: what is selected, from which tables under which conditions, in what order
 */
export async function selectPage<Row>(
  db: Queryable,
  { select, from, orderBy }: Record<'select' | 'from' | 'orderBy', RawBuilder<unknown>>,
  { limit, offset }: Window,
): Promise<Page<Row>> {
  const counted = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db.kysely);
  const { rows } = await sql<Row>`
    select ${select}
    from ${from}
    order by ${orderBy}
    limit ${limit} offset ${offset}`.execute(db.kysely);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
