import { type Kysely, sql } from 'kysely';
import type { Queryable } from '../connection';

/** Does work on a connection whose statements may take as long as they need: a million rows take longer than a portal's may. */
const withoutTimeout = (db: Queryable, work: (kysely: Kysely<unknown>) => Promise<unknown>): Promise<void> =>
  db.kysely.connection().execute(async (kysely) => {
    await sql`set statement_timeout = 0`.execute(kysely);
    try {
      await work(kysely);
    } finally {
      await sql`reset statement_timeout`.execute(kysely);
    }
  });

/** Stores so many items of one column in a module, of twenty kinds, in one statement. */
export async function fillItems(db: Queryable, tenant: string, module: string, size: number): Promise<void> {
  const fill = sql`
    insert into item (tenant, module, id, column_id, status, pub, title, doc, s1)
    select
      ${tenant}, ${module}, 'i' || n, 'c1', 1, timestamptz '2026-01-01' + n * interval '1 second', 'item ' || n,
      jsonb_build_object('id', 'i' || n, 'title', 'item ' || n), 't' || (n % 20)
    from generate_series(1, ${size}::int) n`;
  await withoutTimeout(db, (kysely) => fill.execute(kysely));
}

/** Does after many writes what the server would do in its own time, so that it does not happen while times are taken. */
export async function settleItems(db: Queryable): Promise<void> {
  await withoutTimeout(db, async (kysely) => {
    await sql`vacuum analyze search_entry`.execute(kysely);
    await sql`vacuum analyze item`.execute(kysely);
    await sql`vacuum analyze counter`.execute(kysely);
  });
}

/** Has the server write out what it holds. */
export async function writeOut(db: Queryable): Promise<void> {
  await withoutTimeout(db, (kysely) => sql`checkpoint`.execute(kysely));
}

/**
 * Multiplies a module's items that have a coordinate, up to 4 degrees around them.
 * @param path where the coordinate lies in the item
 * @returns the column with the most of them; undefined when there are none
 */
export async function multiplyPlaces(
  db: Queryable,
  { tenant, module, path, places, points }: { tenant: string; module: string; path: readonly string[]; places: number; points: number },
): Promise<string | undefined> {
  const coordinate = [...path];
  const { rows } = await sql<{ column: string }>`
    with source as (
      select
        *, doc #>> ${coordinate}::text[] as at, row_number() over (order by id) - 1 as number,
        count(*) over () as count
      from item
      where tenant = ${tenant} and module = ${module} and status = 1
        and doc #>> ${coordinate}::text[] ~ '^[0-9.]+,[0-9.]+$'
    ),
    copy as (
      select
        n, source.*, hashtext('x' || n % ${points}) / 536870912.0 as east,
        hashtext('y' || n % ${points}) / 536870912.0 as north
      from generate_series(1, ${places}::int) as n
      join source on source.number = n % source.count
    ),
    stored as (
      insert into item (
        tenant, module, id, column_id, status, pub, title, doc, s1, s2, s3, s4, n1, n2, n3, n4, tags, grams
      )
      select
        tenant, module, id || '-' || n, column_id, status, pub, title,
        jsonb_set(jsonb_set(doc, '{id}', to_jsonb(id || '-' || n)), ${coordinate}::text[], to_jsonb((split_part(at, ',', 1)::numeric + east::numeric(8, 5)) || ',' || (split_part(at, ',', 2)::numeric + north::numeric(8, 5)))),
        s1, s2, s3, s4, n1, n2, n3, n4, tags, grams
      from copy
      returning column_id
    )
    select column_id as "column"
    from stored
    group by column_id
    order by count(*) desc
    limit 1`.execute(db.kysely);
  return rows[0]?.column;
}
