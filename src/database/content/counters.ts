import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { asWriter } from '../transaction';

/** How often something was viewed, shared, praised and collected. */
export type Counters = { pv: number; share: number; star: number; collect: number };

/** What is counted: an item of a column of a tenant. */
export type CounterKey = { tenant: string; column: string; id: string };

const NONE: Counters = { pv: 0, share: 0, star: 0, collect: 0 };

/**
 * Adds to the counters of one item (negative numbers take back), in one statement: no addition is lost to another.
 * @returns the counters afterwards.
 */
export async function addToCounter(db: Queryable, { tenant, column, id }: CounterKey, by: Partial<Counters>): Promise<Counters> {
  const { pv, share, star, collect } = { ...NONE, ...by };
  const adding = sql<Counters>`
    insert into counter (tenant, column_id, data_id, pv, share, star, collect)
    values (${tenant}, ${column}, ${id}, ${pv}, ${share}, ${star}, ${collect})
    on conflict (tenant, column_id, data_id) do update set
      pv = counter.pv + excluded.pv, share = counter.share + excluded.share,
      star = counter.star + excluded.star, collect = counter.collect + excluded.collect
    returning pv, share, star, collect`;
  const { rows } = await asWriter(db, () => adding.execute(db.kysely));
  return rows[0] ?? NONE;
}

/**
 * Sets the first counters of many items in one statement, as for content that comes with counts of its own. Items that were
 * counted already keep what they have.
 */
export async function startCounters(
  db: Queryable,
  tenant: string,
  rows: readonly ({ column: string; id: string } & Partial<Counters>)[],
): Promise<void> {
  const values = JSON.stringify(rows.map((row) => ({ ...NONE, ...row })));
  await sql`
    insert into counter (tenant, column_id, data_id, pv, share, star, collect)
    select ${tenant}, "column", id, pv, share, star, collect
    from jsonb_to_recordset(${values}::jsonb) as row (
      "column" text, id text, pv bigint, share bigint, star bigint, collect bigint
    )
    on conflict (tenant, column_id, data_id) do nothing`.execute(db.kysely);
}

/** Returns the counters of several items of a column by id; every id asked for is there, with zeros when nothing was counted. */
export async function readCounters(db: Queryable, tenant: string, column: string, ids: string[]): Promise<Map<string, Counters>> {
  const { rows } = await sql<Counters & { id: string }>`
    select data_id as id, pv, share, star, collect
    from counter
    where tenant = ${tenant} and column_id = ${column} and data_id = any(${ids}::text[])`.execute(db.kysely);
  const counted = new Map(rows.map(({ id, ...counters }) => [id, counters]));
  return new Map(ids.map((id) => [id, counted.get(id) ?? NONE]));
}

/** Returns the counters of one item; zeros when nothing was counted. */
export async function readCounter(db: Queryable, { tenant, column, id }: CounterKey): Promise<Counters> {
  return (await readCounters(db, tenant, column, [id])).get(id) ?? NONE;
}

/** Returns the counters of a column's items with the most views, by id, most first. */
export async function listMostViewed(db: Queryable, tenant: string, column: string, limit: number): Promise<Map<string, Counters>> {
  const { rows } = await sql<Counters & { id: string }>`
    select data_id as id, pv, share, star, collect
    from counter
    where tenant = ${tenant} and column_id = ${column}
    order by pv desc, data_id
    limit ${limit}`.execute(db.kysely);
  return new Map(rows.map(({ id, ...counters }) => [id, counters]));
}
