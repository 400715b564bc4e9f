import type { Slot } from '../../model/compiled';
import type { Derivation, Endpoint, Module, Param } from '../../model/definitions.g';
import type { Fault } from '../problems/messages';
import * as messages from '../problems/messages';
import { followReference, describeItem, type Shape } from './shapes';

/** Which field the built-in back end keeps in which column. */
export interface SlotTable {
  slots: Partial<Record<Slot, string>>;
  tags: string[];
  grams: string[];
  /** Too many fields, and the parameter that is one too many. */
  faults: { path: string[]; fault: Fault }[];
}

const texts: Slot[] = ['s1', 's2', 's3', 's4'];
const numbers: Slot[] = ['n1', 'n2', 'n3', 'n4'];

/**
 * Gives the fields that calls filter or sort by a column each, in the order of writing: the role column its own, the role time
 * `pub`, counted views theirs, numbers and dates that are sorted or taken as ranges n1 to n4, single values s1 to s4 and after these
 * tags, lists tags, searched texts grams. The number of a certificate is always s1, which is indexed in whatever state of review. The id has
 * a column anyway; a call that a service answers needs none.
 */
export function assignSlots(definition: Module): SlotTable {
  const table: SlotTable = { slots: {}, tags: [], grams: [], faults: [] };
  if (definition.roles?.column !== undefined) table.slots.column = definition.roles.column;
  if (definition.roles?.time !== undefined) table.slots.pub = definition.roles.time;
  const counted = Object.entries(definition.derive ?? {}).find(([, derivation]) => derivation.function === 'views')?.[0];
  if (counted !== undefined) table.slots.views = counted;
  if (definition.certificate) table.slots.s1 = definition.certificate.number;
  const shape = describeItem(definition.item);
  for (const [name, endpoint] of Object.entries(definition.endpoints ?? {})) {
    if (endpoint.service !== undefined) continue;
    for (const [param, meaning] of Object.entries(endpoint.params ?? {}))
      if (!isPaging(endpoint, param)) assignParam(table, shape, meaning, ['endpoints', name, 'params', param]);
    for (const [field, direction] of Object.entries(endpoint.order ?? {})) {
      assignSorted(table, shape, field, ['endpoints', name, 'order', field]);
      if (typeof direction === 'object') assignSorted(table, shape, direction.until, ['endpoints', name, 'order', field, 'until']);
    }
  }
  for (const [place, derivation] of Object.entries(definition.derive ?? {}))
    if (derivation.function === 'others') assignOthers(table, shape, derivation, ['derive', place]);
  return table;
}

/** Returns the column in which a parameter finds its field, by the same rules as {@link assignSlots}. */
export function findSlot(param: Param, shape: Shape, table: SlotTable): Slot | undefined {
  if (param.ignored === true) return undefined;
  if (param.sort !== undefined) return findColumn(param.sort, table, isNumeric(shape, param.sort) ? [...numbers, 'views'] : texts);
  if (param.field === undefined || param.field === '/id') return undefined;
  if (param.match === 'contains') return 'grams';
  if (isRange(param)) return findColumn(param.field, table, numbers);
  return findColumn(param.field, table, texts) ?? (table.tags.includes(param.field) ? 'tags' : undefined);
}

/** Returns whether a parameter is one of the paging names of its call. */
export const isPaging = ({ paging }: Pick<Endpoint, 'paging'>, param: string): boolean =>
  paging !== undefined && (paging.page === param || paging.size === param);

function assignOthers(table: SlotTable, shape: Shape, { of, alike, until }: Derivation, path: string[]): void {
  assignParam(table, shape, { field: of }, [...path, 'of']);
  if (alike !== undefined) assignParam(table, shape, { field: alike }, [...path, 'alike']);
  if (until !== undefined) assignSorted(table, shape, until, [...path, 'until']);
}

function assignParam(table: SlotTable, shape: Shape, param: Param, path: string[]): void {
  if (param.ignored === true) return;
  if (param.sort !== undefined) assignSorted(table, shape, param.sort, path);
  for (const end of [param.phase, param.until]) if (end !== undefined) assignSorted(table, shape, end, path);
  const { field } = param;
  if (field === undefined || field === '/id') return;
  if (param.match === 'contains') add(table.grams, field);
  else if (isRange(param)) assign(table, field, numbers, path);
  else if (followReference(shape, field, false).shape?.type === 'array') add(table.tags, field);
  else if (findColumn(field, table, texts) === undefined && !assign(table, field, texts)) add(table.tags, field);
}

function assignSorted(table: SlotTable, shape: Shape, field: string, path: string[]): void {
  if (field !== '/id' && field !== table.slots.views) assign(table, field, isNumeric(shape, field) ? numbers : texts, path);
}

/** Gives a field the first free of some columns, unless it has one; a fault when none is free and `path` says whose it would be. */
function assign(table: SlotTable, field: string, columns: Slot[], path?: string[]): boolean {
  if (findColumn(field, table, columns) !== undefined) return true;
  const free = columns.find((slot) => table.slots[slot] === undefined);
  if (free !== undefined) table.slots[free] = field;
  else if (path !== undefined)
    table.faults.push({ path, fault: messages.tooManySortFields([...columns.map((slot) => String(table.slots[slot])), field]) });
  return free !== undefined;
}

const findColumn = (field: string, table: SlotTable, columns: Slot[]): Slot | undefined =>
  (['column', 'pub', ...columns] as Slot[]).find((slot) => table.slots[slot] === field);

const isRange = ({ range, match }: Param): boolean => range !== undefined || match === 'from' || match === 'to';

/** Numbers and points in time are kept as numbers; other texts are sorted as texts. */
function isNumeric(shape: Shape, field: string): boolean {
  const found = followReference(shape, field, false).shape;
  const format = found !== undefined && 'format' in found ? found.format : undefined;
  return found?.type === 'integer' || found?.type === 'number' || format === 'date-time' || format === 'date';
}

function add(list: string[], field: string): void {
  if (!list.includes(field)) list.push(field);
}
