import type { Queryable } from '../../database/connection';
import { countValues, type Facet } from '../../database/content/facets';
import type { ItemFilter, RangeSlot } from '../../database/content/filters';
import { findExistingIds, type ItemQuery, listItems } from '../../database/content/items';
import type { CompiledEndpoint, CompiledModule, CompiledParam, CompiledPortal } from '../../model/compiled';
import { getOwn, type JsonObject } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { getEndOfDay, getStartOfDay, parseTime, resolvePeriod, toPhaseCode } from '../../runtime/time';
import { RequestError } from '../api/errors';
import { type Parameters, readWindow, type Window } from '../api/parameters';
import type { ApiRequest } from '../api/room';
import { addDerivedFields, hasDerivation } from './derivedFields';
import { toTranslatedField, translateItem } from './translations';
import { findNear } from './near';
import { findSlot, isOrderSlot, isRangeSlot, orderNearest } from './order';

/**
 * Returns the question to the database that a checked request asks: every declared parameter becomes a condition on the column,
 * slot, tag or search key that its field is kept in.
 */
function buildItemQuery(
  portal: CompiledPortal,
  module: CompiledModule,
  endpoint: CompiledEndpoint,
  parameters: Parameters,
  window: Window,
  now: number,
): ItemQuery {
  const { tenant } = portal;
  const query: ItemQuery = { tenant, module: module.name, filters: [], order: [], ...window };
  const near = findNear(portal, endpoint, parameters);
  for (const param of Object.values(endpoint.params)) {
    const value = parameters.get(param.name);
    if (value === undefined || param.ignored) continue;
    if (param.phase !== undefined) query.filters.push(...toPhaseFilters(module, param, value, now));
    else addParameter({ portal, module, now }, query, param, value);
  }
  if (near) return { ...query, order: [{ direction: 'nearby', ...near }] };
  for (const [field, direction] of Object.entries(endpoint.order ?? {})) {
    const by = findSlot(module, field);
    if (by) query.order.push(...(typeof direction === 'object' ? orderNearest(module, by, direction.until, now) : [{ by, direction }]));
  }
  if (query.order.length === 0) query.order.push({ by: 'pub', direction: 'desc' });
  return query;
}

/** What the values of parameters are read by; `now` in milliseconds since 1970. */
interface Reading {
  portal: CompiledPortal;
  module: CompiledModule;
  now: number;
}

function addParameter(reading: Reading, query: ItemQuery, param: CompiledParam, value: string): void {
  if (param.near) return;
  if (param.sort !== undefined) {
    if (isOrderSlot(param.slot)) query.order.push({ by: param.slot, direction: value === 'asc' ? 'asc' : 'desc' });
    return;
  }
  if (param.field === undefined) return;
  const parts = param.match === 'any' ? value.split(',').map((entry) => entry.trim()) : [value];
  const values = parts.filter((entry) => entry !== '');
  if (param.field === '/id') query.ids = values;
  else if (param.slot === 'column') query.columns = values;
  else {
    const filter = toFilter(reading, param, value, values);
    if (filter) query.filters.push(filter);
  }
}

function toFilter({ portal, module, now }: Reading, param: CompiledParam, value: string, values: string[]): ItemFilter | undefined {
  const { slot, field = '' } = param;
  if (isRangeSlot(slot)) return toRange(module, param, slot, value, now);
  if (slot === 'tags') return { kind: 'tag', field, values };
  if (slot === 'grams') return { kind: 'contains', fields: [field, ...listTranslatedFields(portal, module, field)], text: value };
  return slot === undefined || slot === 'column' || slot === 'views' ? undefined : { kind: 'slot', slot, values };
}

function toRange(module: CompiledModule, param: CompiledParam, slot: RangeSlot, value: string, now: number): ItemFilter | undefined {
  if (param.range !== undefined) {
    const period = resolvePeriod(param.range, value, now);
    const end = param.until === undefined ? undefined : findSlot(module, param.until);
    if (!period || !isRangeSlot(end)) return period && { kind: 'range', slot, ...period };
    return { kind: 'overlaps', begin: slot, end, ...period, openFrom: period.from };
  }
  const time = parseTime(value);
  const from = time ?? Number(value);
  if (param.match === 'from') {
    const end = param.until === undefined ? undefined : findSlot(module, param.until);
    return isRangeSlot(end) ? { kind: 'overlaps', begin: slot, end, from, openFrom: from } : { kind: 'range', slot, from };
  }
  const to = time === undefined ? from + 1e-6 : getEndOfDay(value, time);
  return param.match === 'to' ? { kind: 'range', slot, to } : { kind: 'range', slot, from, to };
}

/** Ahead: it begins later; running: it has begun and not ended; over: it has ended. */
function toPhaseFilters(
  module: CompiledModule,
  { phase: begin = '', until: end = begin, lasts, codes }: CompiledParam,
  value: string,
  now: number,
): ItemFilter[] {
  const beginSlot = findSlot(module, begin);
  const endSlot = findSlot(module, end);
  if (!isRangeSlot(beginSlot) || !isRangeSlot(endSlot)) return [];
  const is = (phase: 0 | 2): boolean => String(toPhaseCode(phase, codes)) === value;
  if (is(0)) return [{ kind: 'range', slot: beginSlot, from: now + 1 }];
  const begun: ItemFilter = { kind: 'range', slot: beginSlot, to: now + 1 };
  if (lasts === 'day') {
    const open: ItemFilter = { kind: 'overlaps', begin: beginSlot, end: endSlot, from: now, openFrom: getStartOfDay(now) };
    return [begun, is(2) ? { ...open, over: true } : open];
  }
  return is(2) ? [{ kind: 'range', slot: endSlot, to: now }] : [begun, { kind: 'range', slot: endSlot, from: now }];
}

/** Parameters that may be counted at once: each is a question to the database. */
const mostCounted = 8;

/**
 * Returns how many items each value of the parameters has that a call wants counted, each under all other parameters of the call; undefined when it wants none.
 * @throws RequestError 400 for a parameter that its definition does not have counted, and for too many
 */
export async function countFacets(
  db: Queryable,
  { portal, endpoint, parameters, now }: RowsRequest,
  module: CompiledModule,
): Promise<Record<string, Record<string, number>> | undefined> {
  const name = endpoint.counts?.param ?? '';
  const asked = parameters.get(name);
  if (asked === undefined) return undefined;
  const wanted = [...new Set(asked.split(','))];
  if (wanted.length > mostCounted) throw new RequestError('invalidParameter', { name });
  const counted = await Promise.all(
    wanted.map(async (param): Promise<[string, Record<string, number>][]> => {
      const meaning = getOwn(endpoint.params, param);
      const facet = meaning?.counted === true ? toFacet(meaning) : undefined;
      if (!facet) throw new RequestError('invalidParameter', { name });
      const others = new Map([...parameters].filter(([other]) => other !== param));
      const selection = buildItemQuery(portal, module, endpoint, others, { limit: 0, offset: 0 }, now);
      const found = await countValues(db, selection, facet);
      return found ? [[param, found]] : [];
    }),
  );
  return Object.fromEntries(counted.flat());
}

/** Returns where items of a module may have a field in the other languages that an institution can be read in. */
const listTranslatedFields = ({ locales }: CompiledPortal, { definition }: CompiledModule, field: string): string[] =>
  Object.keys(definition.item?.properties['translations']?.properties ?? {})
    .filter((locale) => locales.some((offered) => offered.locale === locale))
    .map((locale) => toTranslatedField(field, locale));

/** Where the values of a counted parameter are kept; undefined where they cannot be grouped. */
function toFacet({ slot, field = '', range }: CompiledParam): Facet | undefined {
  if (isRangeSlot(slot)) return range === 'year' ? { kind: 'year', slot } : undefined;
  if (slot === 'tags') return { kind: 'tag', field };
  if (slot === 'column') return { kind: 'column' };
  return slot === 's1' || slot === 's2' || slot === 's3' || slot === 's4' ? { kind: 'slot', slot } : undefined;
}

/** A call for a list, checked. */
type RowsRequest = Pick<ApiRequest, 'portal' | 'endpoint' | 'parameters' | 'now'>;

const unread = new WeakMap<CompiledEndpoint, readonly string[]>();

/**
 * Returns the fields of documents that nothing of a call's reply is made of, which the database keeps: those that the reply leaves out, unless
 * others are derived from them.
 */
function listUnread(endpoint: CompiledEndpoint, { definition, slots }: CompiledModule): readonly string[] {
  const known = unread.get(endpoint);
  if (known) return known;
  const { encode, rename, omit = [] } = endpoint;
  const read = [JSON.stringify([definition.derive, encode, rename]), slots.column ?? '', '/id'].join(' ');
  const found = omit.flatMap((field) => (read.includes(field) ? [] : toTopName(field)));
  unread.set(endpoint, found);
  return found;
}

/** Returns the name that a pointer to a field of the document itself has, and none for what lies deeper. */
const toTopName = (field: string): string[] => (parsePointer(field).length === 1 ? parsePointer(field) : []);

/** Returns the published items of an institution's module that a call asks for, and how many there are on all its pages. */
export async function findItems(
  db: Queryable,
  { portal, endpoint, parameters, now }: RowsRequest,
  module: CompiledModule,
): Promise<{ items: JsonObject[]; total: number }> {
  const query = buildItemQuery(portal, module, endpoint, parameters, readWindow(endpoint, parameters), now);
  const asksViews = hasDerivation(module, 'views');
  const { rows, total } = await listItems(db, { ...query, without: listUnread(endpoint, module), views: asksViews });
  const items = rows.map(({ doc }) => translateItem(doc as JsonObject, portal.locale));
  const views = asksViews ? new Map(rows.map((row) => [row.id, row.views ?? 0])) : undefined;
  const near = findNear(portal, endpoint, parameters);
  return { items: await addDerivedFields(items, { db, portal, module, now, near, views }), total };
}

/**
 * Returns whether an item of any module has the id. Only what exists is counted, so that nobody fills tables with ids of their own making.
 */
export async function itemExists(db: Queryable, portal: CompiledPortal, id: string): Promise<boolean> {
  const modules = Object.values(portal.modules).filter((module) => module.definition.roles);
  const found = await findExistingIds(
    db,
    portal.tenant,
    modules.map(({ name }) => name),
    [id],
  );
  return found.has(id);
}
