import type { Queryable } from '../../database/connection';
import type { ItemFilter, ItemSelection } from '../../database/content/filters';
import { listItems } from '../../database/content/items';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Derivation } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { toPhaseCode } from '../../runtime/time';
import { orderNearest } from './order';
import { translateItem } from './translations';

/** How many others there are unless the derivation says. */
const usualLength = 4;

/** Where others are looked for, and what counts as now, in milliseconds since 1970. */
interface Surroundings {
  db: Queryable;
  portal: Pick<CompiledPortal, 'tenant' | 'locale'>;
  module: CompiledModule;
  now: number;
}

/**
 * Returns the other items that a derivation wants told with one: those that are like it first, and of what has an end those alone that can
 * still be visited, nearest first (ledger ACT-20). With a phase there are more of them than it wants, for those that are over by it come last.
 */
export async function findOthers(item: JsonObject, derivation: Derivation, context: Surroundings): Promise<JsonObject[]> {
  const { module } = context;
  const same = selectByValue(module, derivation.of, resolve(derivation.of, item));
  if (!same) return [];
  const alike = derivation.alike === undefined ? undefined : selectByValue(module, derivation.alike, resolve(derivation.alike, item));
  const both = alike && { ...alike, ...same, filters: [...(same.filters ?? []), ...(alike.filters ?? [])] };
  const { length = usualLength, phase } = derivation;
  const most = phase === undefined ? length : length * 2;
  const nearer = both ? await listOthers(derivation, both, [String(item['id'])], most, context) : [];
  const found = [String(item['id']), ...nearer.map(({ id }) => String(id))];
  const others = nearer.length < most ? await listOthers(derivation, same, found, most - nearer.length, context) : [];
  return [...nearer, ...others];
}

/** Returns as many of the others as a derivation wants, once their phases are known: those that are over by its phase behind the rest. */
export function pickOthers(
  others: readonly JsonObject[],
  { phase, length = usualLength }: Derivation,
  module: CompiledModule,
): JsonObject[] {
  if (phase === undefined) return [...others];
  const over = toPhaseCode(2, module.definition.derive?.[phase]?.codes);
  const isOver = (other: JsonObject): boolean => resolve(phase, other) === over;
  return [...others.filter((other) => !isOver(other)), ...others.filter(isOver)].slice(0, length);
}

/** Returns items of a selection but some, with an end those alone that are not over, nearest first. */
async function listOthers(
  { until }: Derivation,
  selection: Partial<ItemSelection>,
  exclude: string[],
  limit: number,
  { db, portal: { tenant, locale }, module, now }: Surroundings,
): Promise<JsonObject[]> {
  const order = until === undefined ? [] : orderNearest(module, 'pub', until, now);
  const open = order.flatMap((term): ItemFilter[] =>
    term.direction === 'nearest' ? [{ kind: 'overlaps', begin: term.by, end: term.end, from: now, openFrom: term.openFrom }] : [],
  );
  const filters = [...(selection.filters ?? []), ...open];
  const { rows } = await listItems(db, { tenant, module: module.name, ...selection, filters, exclude, order, limit, offset: 0 });
  return rows.map(({ doc }) => translateItem(doc as JsonObject, locale));
}

/** Returns how the database finds the items that share a value in a field; undefined when it keeps no column for it, or it has no value. */
function selectByValue({ slots, tags }: CompiledModule, field: string, found: Json | undefined): Partial<ItemSelection> | undefined {
  const values = (Array.isArray(found) ? found : [found])
    .filter((value) => value !== undefined && value !== null && typeof value !== 'object')
    .map(String);
  if (values.length === 0) return undefined;
  if (slots.column === field) return { columns: values };
  const slot = (['s1', 's2', 's3', 's4'] as const).find((name) => slots[name] === field);
  if (slot) return { filters: [{ kind: 'slot', slot, values }] };
  return tags.includes(field) ? { filters: [{ kind: 'tag', field, values }] } : undefined;
}
