import { type RawBuilder, sql } from 'kysely';
import { buildColumnCondition, type NumberSlot, type RangeSlot, type TextSlot, toColumn } from './filters';

type Sorting = { by: 'pub' | 'views' | NumberSlot | TextSlot; direction: 'asc' | 'desc' };

/**
 * By where `now` lies against the period from `by` to `end`: what runs, then what is to come, nearest first, then what is over, latest first.
 * What has no end runs when it began at `openFrom` or later. Times are milliseconds since 1970.
 */
type NearestFirst = { by: RangeSlot; direction: 'nearest'; end: RangeSlot; now: number; openFrom: number };

/** By how far items are from a place, in degrees; those that are nowhere come last, newest first. */
type Nearby = { direction: 'nearby'; lng: number; lat: number };

/**
 * What a list is sorted by; views are those that were counted. Items without the value come last in all directions; the id breaks ties.
 * Nearest first, in time or in space, is the only order of a list that has it.
 */
export type ItemOrder = Sorting | NearestFirst | Nearby;

const DEFAULT_ORDER: Sorting = { by: 'pub', direction: 'desc' };

/** A part of a sorted list: those after it have what it leaves out. */
export interface Part {
  /** Which items it has; absent: all that are left. */
  of?: RawBuilder<unknown>;
  order: (Sorting | Nearby)[];
  last?: true;
}

/**
 * Returns the parts of a list in an order, one after the other: the indexes of slots hold the items that have a value, so those without are a list
 * of their own.
 * @throws Error on unknown slots
 */
export function divide(order: ItemOrder[], left?: RawBuilder<unknown>): Part[] {
  const within = (condition: RawBuilder<unknown>): RawBuilder<unknown> => (left ? sql`${left} and ${condition}` : condition);
  const [first = DEFAULT_ORDER] = order;
  if (first.direction === 'nearest') return divideByPhase(first);
  if (first.direction === 'nearby') return [{ of: within(sql`lat is not null`), order: [first] }, ...divide([], within(sql`lat is null`))];
  const sorting = order.filter((term): term is Sorting => term.direction !== 'nearest' && term.direction !== 'nearby');
  if (first.by === 'pub' || first.by === 'views')
    return [{ ...(left ? { of: left } : {}), order: sorting.length > 0 ? sorting : [DEFAULT_ORDER], last: true }];
  const has = toColumn(first.by);
  return [{ of: within(sql`${has} is not null`), order: sorting }, ...divide(order.slice(1), within(sql`${has} is null`))];
}

function divideByPhase({ by, end, now, openFrom }: NearestFirst): Part[] {
  const open = buildColumnCondition({ kind: 'overlaps', begin: by, end, from: now, openFrom });
  const begun = buildColumnCondition({ kind: 'range', slot: by, to: now + 1 });
  const parts: Part[] = [
    { of: sql`${begun} and ${open}`, order: [{ by, direction: 'desc' }] },
    { of: buildColumnCondition({ kind: 'range', slot: by, from: now + 1 }), order: [{ by, direction: 'asc' }] },
    { of: sql`${begun} and not ${open}`, order: [{ by, direction: 'desc' }] },
  ];
  return by === 'pub' ? parts : [...parts, ...divide([], sql`${toColumn(by)} is null`)];
}

/**
 * Returns what writes the order of a part for a table, such as `item.`. Its first term is only met with its nulls excluded, and spelt as the index
 * is.
 * @throws Error on unknown slots and directions
 */
export function buildOrder(order: (Sorting | Nearby)[]): (table: string) => RawBuilder<unknown> {
  const last = order.at(-1)?.direction ?? 'desc';
  return (table) => {
    const terms = order.map((term, place) => {
      if (term.direction === 'nearby') return buildHaversine(table, term);
      const { by, direction } = term;
      const nulls = by === 'pub' || by === 'views' || place === 0 ? sql`` : sql` nulls last`;
      return sql`${sql.raw(by === 'views' ? '' : table)}${toColumn(by)} ${toDirection(direction)}${nulls}`;
    });
    return sql.join([...terms, sql`${sql.raw(table)}id ${toDirection(last === 'nearby' ? 'asc' : last)}`]);
  };
}

/** What grows with the distance on a sphere: the square of half the chord. */
function buildHaversine(table: string, { lng, lat }: Nearby): RawBuilder<unknown> {
  if (!Number.isFinite(lng) || !Number.isFinite(lat)) throw new Error('A place has two numbers');
  const [east, north] = [sql.raw(`${table}lng`), sql.raw(`${table}lat`)];
  return sql`
    sin(radians(${north} - ${lat}::double precision) / 2) ^ 2
      + cos(radians(${north})) * cos(radians(${lat}::double precision)) * sin(radians(${east} - ${lng}::double precision) / 2) ^ 2`;
}

function toDirection(direction: string): RawBuilder<unknown> {
  if (direction === 'asc') return sql`asc`;
  if (direction === 'desc') return sql`desc`;
  throw new Error(`Unknown direction: ${JSON.stringify(direction)}`);
}
