import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { CountCache } from './countCache';
import { toTag } from './filterKeys';
import { buildWhere, type ItemSelection, type RangeSlot, type TextSlot, toColumn } from './filters';

/** What items are grouped by: a slot, the year of a time, the column that they are in, or the tags of one field, of which an item may have several. */
export type Facet =
  { kind: 'slot'; slot: TextSlot } | { kind: 'year'; slot: RangeSlot } | { kind: 'tag'; field: string } | { kind: 'column' };

/** A visitor chooses among some tens; a field with more values than this is none to choose by. */
const MAX_VALUES = 300;

const facets = new CountCache<Record<string, number> | undefined>();

/**
 * Returns how many items of a selection each value of a facet has; values with none are left out. Kept for as long as totals are.
 * @returns undefined when there are too many values, so that nobody takes a value that is missing for one with no items
 * @throws Error on unknown slots, kinds of filter or malformed pointers
 */
export const countValues = (db: Queryable, selection: ItemSelection, facet: Facet): Promise<Record<string, number> | undefined> =>
  facets.get(db, selection, JSON.stringify(facet), () => groupValues(db, selection, facet));

async function groupValues(db: Queryable, selection: ItemSelection, facet: Facet): Promise<Record<string, number> | undefined> {
  const { rows } = await sql<{ value: string; total: number }>`
    ${selectValues(selection, facet)}
    group by 1
    limit ${MAX_VALUES + 1}`.execute(db.kysely);
  return rows.length > MAX_VALUES ? undefined : Object.fromEntries(rows.map(({ value, total }) => [value, total]));
}

/** Years of four digits, as parameters name them; what lies beyond is no time that PostgreSQL knows. */
const nameable = { from: Date.parse('0001-01-01T00:00:00+08:00'), to: Date.parse('9999-12-31T23:59:59.999+08:00') };

function selectValues(selection: ItemSelection, facet: Facet): RawBuilder<unknown> {
  const where = buildWhere(selection);
  if (facet.kind === 'tag') {
    const prefix = toTag({ tenant: selection.tenant, module: selection.module, field: facet.field }, '');
    return sql`
      select substr(value, length(${prefix}::text) + 1) as value, count(*) as total
      from item cross join lateral unnest(tags) value
      where ${where} and starts_with(value, ${prefix})`;
  }
  if (facet.kind === 'year') {
    const { slot } = facet;
    const time = slot === 'pub' ? toColumn(slot) : sql`to_timestamp(${toColumn(slot)} / 1000.0)`;
    const within = buildWhere({ ...selection, filters: [...selection.filters, { kind: 'range', slot, ...nameable }] });
    // Shanghai's clocks, by the offset that runtime/time.ts takes years by.
    return sql`select to_char(${time} at time zone interval '8 hours', 'YYYY') as value, count(*) as total from item where ${within}`;
  }
  // An index has only the items with a value.
  const column = facet.kind === 'column' ? sql`column_id` : toColumn(facet.slot);
  return sql`select ${column} as value, count(*) as total from item where ${where} and ${column} is not null`;
}
