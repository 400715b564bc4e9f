import { type RawBuilder, sql } from 'kysely';
import { parsePointer } from '../../model/pointer';
import { toGramPrefix, collectNeededGrams, toKeyValue, toTag } from './filterKeys';

/** Slots for text that a declared field can be copied to. */
export type TextSlot = 's1' | 's2' | 's3' | 's4';
/** Slots for numbers that a declared field can be copied to; times are milliseconds since 1970. */
export type NumberSlot = 'n1' | 'n2' | 'n3' | 'n4';
/** Columns that ranges are taken of. */
export type RangeSlot = NumberSlot | 'pub';

/**
 * One condition; all of a query's must hold. `values` and `fields` mean any of them, so an empty list lets nothing through.
 * A range goes from `from` (inclusive) to `to` (exclusive), in epoch milliseconds for `pub`; `overlaps` finds periods from the slot `begin` to the
 * slot `end` that have some time of it, those without an end when they begin at `openFrom` or later; with
 * `over` all others. `contains` ignores case,
 * looks in JSON pointers into the document and takes % and _ as they are; a blank text lets everything through.
 */
export type ItemFilter =
  | { kind: 'slot'; slot: TextSlot; values: string[] }
  | { kind: 'tag'; field: string; values: string[] }
  | { kind: 'range'; slot: RangeSlot; from?: number; to?: number }
  | { kind: 'overlaps'; begin: RangeSlot; end: RangeSlot; from: number; to?: number; openFrom: number; over?: true }
  | { kind: 'contains'; fields: string[]; text: string };

/** Which items: the part of a query that decides the total. Without `status` published ones (1). */
export type ItemSelection = {
  tenant: string;
  module: string;
  /** Any of these columns; absent: all. */
  columns?: string[];
  status?: number[];
  ids?: string[];
  exclude?: string[];
  filters: ItemFilter[];
};

type Condition = RawBuilder<unknown>;

// Names reach SQL only from here, never from a query.
const COLUMNS = {
  s1: sql`s1`,
  s2: sql`s2`,
  s3: sql`s3`,
  s4: sql`s4`,
  n1: sql`n1`,
  n2: sql`n2`,
  n3: sql`n3`,
  n4: sql`n4`,
  pub: sql`pub`,
  views: sql`coalesce((
    select counter.pv
    from counter
    where counter.tenant = item.tenant and counter.column_id = item.column_id and counter.data_id = item.id
  ), 0)`,
};
const TEXT_SLOTS: readonly string[] = ['s1', 's2', 's3', 's4'];
const RANGE_SLOTS: readonly string[] = ['n1', 'n2', 'n3', 'n4', 'pub'];
// What a JavaScript Date can hold, in milliseconds.
const MAX_DATE = 8.64e15;

/** Returns a sortable column by its name. @throws Error for any other name. */
export function toColumn(name: string): Condition {
  for (const [known, column] of Object.entries(COLUMNS)) if (known === name) return column;
  throw new Error(`Unknown slot: ${JSON.stringify(name)}`);
}

/**
 * Returns the condition of a selection, with every value as a parameter.
 * @throws Error on unknown slots or kinds of filter and on malformed pointers.
 */
export function buildWhere(selection: ItemSelection): Condition {
  const { tenant, module, columns, status = [1], ids, exclude, filters } = selection;
  const conditions = [sql`tenant = ${tenant}`, sql`module = ${module}`, buildStatusCondition(status)];
  if (columns) conditions.push(buildAnyCondition(sql`column_id`, columns));
  if (ids) conditions.push(buildAnyCondition(sql`id`, ids));
  if (exclude?.length) conditions.push(sql`id <> all(${exclude}::text[])`);
  return sql.join([...conditions, ...filters.map((filter) => buildSelectedCondition(filter, selection))], sql` and `);
}

// Literals where an index covers part of the table: the planner must see that the condition implies the index's own.
function buildStatusCondition(status: number[]): Condition {
  if (status.every((value) => value === 1) && status.length > 0) return sql`status = 1`;
  const among = sql`status = any(${status}::smallint[])`;
  return status.includes(1) ? among : sql`status <> 1 and ${among}`;
}

// Equality with one value keeps an index's order, which any() does not.
function buildAnyCondition(column: Condition, values: string[]): Condition {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;
}

function buildSelectedCondition(filter: ItemFilter, { tenant, module }: ItemSelection): Condition {
  if (filter.kind === 'tag') {
    const scope = { tenant, module, field: filter.field };
    return sql`tags && ${filter.values.map((value) => toTag(scope, value))}::text[]`;
  }
  return filter.kind === 'contains' ? buildContainsCondition(filter, tenant, module) : buildColumnCondition(filter);
}

/** Returns the condition of a filter that looks at columns alone. @throws Error on unknown slots or kinds of filter. */
export function buildColumnCondition(filter: Exclude<ItemFilter, { kind: 'tag' | 'contains' }>): Condition {
  const { kind } = filter;
  if (kind === 'slot') return buildAnyCondition(toSlotColumn(filter.slot, TEXT_SLOTS), filter.values.map(toKeyValue));
  if (kind === 'range') return buildRangeCondition(toSlotColumn(filter.slot, RANGE_SLOTS), filter);
  if (kind === 'overlaps') return buildOverlapCondition(filter);
  throw new Error(`Unknown kind of filter: ${JSON.stringify(kind)}`);
}

function toSlotColumn(slot: string, allowed: readonly string[]): Condition {
  if (!allowed.includes(slot)) throw new Error(`Unknown slot: ${JSON.stringify(slot)}`);
  return toColumn(slot);
}

function buildRangeCondition(column: Condition, { slot, from, to }: { slot: string; from?: number; to?: number }): Condition {
  const bound = (value: number) => {
    if (Number.isNaN(value)) throw new Error(`A range of ${slot} needs numbers`);
    return slot === 'pub' ? new Date(Math.min(Math.max(value, -MAX_DATE), MAX_DATE)) : value;
  };
  const conditions = [sql`${column} is not null`];
  if (from !== undefined) conditions.push(sql`${column} >= ${bound(from)}`);
  if (to !== undefined) conditions.push(sql`${column} < ${bound(to)}`);
  return sql.join(conditions, sql` and `);
}

function buildOverlapCondition({ begin, end, from, to, openFrom, over }: Extract<ItemFilter, { kind: 'overlaps' }>): Condition {
  const within = (slot: RangeSlot, bounds: { from?: number; to?: number }): Condition =>
    buildRangeCondition(toSlotColumn(slot, RANGE_SLOTS), { slot, ...bounds });
  const lasts = within(end, { from });
  const ends = end === 'pub' ? sql`(${lasts})` : sql`(${lasts} or (${toColumn(end)} is null and ${within(begin, { from: openFrom })}))`;
  const found = to === undefined ? ends : sql`(${within(begin, { to })} and ${ends})`;
  return over ? sql`not ${found}` : found;
}

function buildContainsCondition({ fields, text }: { fields: string[]; text: string }, tenant: string, module: string): Condition {
  const needle = text.trim().slice(0, 200);
  const paths = fields.map((field) => ({ field, path: parsePointer(field) }));
  if (needle === '') return sql`true`;
  const pattern = `%${needle.replace(/[\\%_]/g, '\\$&')}%`;
  const inField = ({ field, path }: { field: string; path: string[] }) => {
    const grams = collectNeededGrams(toGramPrefix({ tenant, module, field }), needle);
    return sql`(grams @> ${grams}::text[] and doc #>> ${path}::text[] ilike ${pattern} escape '\\')`;
  };
  return paths.length === 0 ? sql`false` : sql`(${sql.join(paths.map(inField), sql` or `)})`;
}
