import { createHash } from 'node:crypto';
import type { NewItem } from '../../database/content/writeItems';
import type { CompiledModule } from '../../model/compiled';
import type { Item } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { assign } from '../../model/pointer';
import type { CoordinateSystem } from '../../runtime/coordinate';
import { toBareRecord } from '../items/record';
import { checkItem, describeLack } from './checkItem';
import type { ColumnMap } from './columnMap';
import { type Fault, ImportFault, quote, type Said } from './fault';
import { createMapping } from './fills';
import { StoreLanes } from './lanes';
import type { RowSource } from './rows';
import { RowsById } from './rowsById';

/** Where rows go. */
export interface ImportTarget {
  tenant: string;
  module: CompiledModule;
  /** The menu column that all items belong to, whatever the rows say. */
  column?: string;
  /** The name of the state that new items are in; absent: everyone sees them. */
  state?: string;
  /** The system that the tenant's coordinates are kept in. */
  coordinates?: CoordinateSystem;
  /** The columns of the tenant's menu; items of others are warned about once, as nothing shows them. */
  menuColumns?: ReadonlySet<string>;
}

/** A bad row: its number as spreadsheets count, and what is wrong with it. */
export interface BadRow {
  row: number;
  faults: Fault[];
}

/** How rows are read, and who is told. */
export interface ReadOptions {
  map?: ColumnMap;
  /** Changes a checked item before it is stored. */
  change?: (item: JsonObject) => JsonObject;
  /** A bad row: where it starts, and why, in one line. */
  onBadRow?: (line: number, reason: string, bad: BadRow) => void;
  onWarning?: (message: string) => void;
  /** Instead of a warning, a row that has the id of an earlier one, which it replaces: both as spreadsheets count. */
  onRepeated?: (row: number, earlier: number) => void;
  /** Told of the rows so far: when the first batch is full, then once a second at most. */
  onProgress?: (rows: number, seconds: number) => void;
  /** Ends the import after the last whole batch. */
  signal?: AbortSignal;
  /** Items that are stored at a time; absent: as many as are fastest. */
  batch?: number;
  /** Batches that are stored at once while the next one is read; absent: one. Within a transaction more are no faster. */
  lanes?: number;
  /** Stores nothing more after the first bad row, as it will be undone anyway. */
  strict?: boolean;
}

/** How many items of a batch were not there before, and how many were and are left as they are. */
export interface StoredBatch {
  fresh: number;
  kept: number;
}

/** Stores a batch, whose items have nothing yet that the site search would find them by. @returns how many of the items were not there before */
export type StoreBatch = (records: NewItem[]) => Promise<number | StoredBatch>;

/** What an import did: `total` rows were read, `failed` were bad, the others `imported` as new items, `updated`, or `kept` as they were before. */
export interface ImportResult {
  total: number;
  imported: number;
  updated: number;
  kept?: number;
  failed: number;
  seconds: number;
  stopped: boolean;
  rolledBack?: boolean;
}

const unsaid: Said = { text: 'importCannot' };
const batchSize = 1000;
const progressEvery = 1000;
const mostWarnings = 10;

/**
 * Reads rows, makes items of them and hands them on in batches; never more batches are kept than there are lanes, and one.
 *
 * A row without an id, where neither map nor file has ids, gets the hash of its mapped values as its id: importing the same
 * row again replaces it, a row changed in any way is another item.
 * @throws ImportFault when map and module, or map and file, do not fit, or the file turns out to be no text
 */
export async function importRows(target: ImportTarget, source: RowSource, options: ReadOptions, store: StoreBatch): Promise<ImportResult> {
  const begin = performance.now();
  const size = options.batch ?? batchSize;
  const result: ImportResult = { total: 0, imported: 0, updated: 0, failed: 0, seconds: 0, stopped: false };
  const read = createRowReader(target, source, options);
  // A list may stand on one line.
  const isCounted = options.onRepeated !== undefined || source.format === 'json';
  const repeated = trackRepetitions(options, isCounted ? 'entry' : 'line');
  let batch: NewItem[] = [];
  let told = -Infinity;
  const lanes = new StoreLanes(options.lanes ?? 1, async (records) => {
    const stored = await store(records);
    const { fresh, kept } = typeof stored === 'number' ? { fresh: stored, kept: 0 } : stored;
    result.imported += fresh;
    result.updated += records.length - fresh - kept;
    if (kept > 0) result.kept = (result.kept ?? 0) + kept;
  });
  const flush = async (): Promise<void> => {
    const records = batch;
    batch = [];
    if (records.length > 0 && !(options.strict && result.failed > 0)) await lanes.begin(records);
  };
  try {
    for await (const { line, row = line, record, error, said = unsaid } of source.rows) {
      if (options.signal?.aborted) break;
      result.total += 1;
      const item = error === undefined ? read(record) : [{ message: error, said }];
      if (Array.isArray(item)) {
        result.failed += 1;
        options.onBadRow?.(line, item.map(({ message }) => message).join('; '), { row, faults: item });
      } else {
        repeated.note(item.id, isCounted ? row : line);
        batch.push(item);
      }
      if (batch.length === size) await flush();
      if (result.total >= size && performance.now() - told >= progressEvery) {
        told = performance.now();
        options.onProgress?.(result.total, (told - begin) / 1000);
      }
    }
    if (!options.signal?.aborted) await flush();
  } catch (error) {
    // Reading ends with an error when the signal came while it waited for input.
    if (!options.signal?.aborted) {
      await lanes.settle().catch(() => undefined);
      throw error;
    }
  }
  await lanes.settle();
  repeated.tellRest();
  result.stopped = options.signal?.aborted ?? false;
  result.seconds = (performance.now() - begin) / 1000;
  return result;
}

/** Tells of ids that several rows have, of which the last counts. @param unit what is counted */
function trackRepetitions(
  { onWarning, onRepeated }: ReadOptions,
  unit: 'line' | 'entry',
): { note(id: string, number: number): void; tellRest(): void } {
  const numbers = new RowsById();
  let found = 0;
  return {
    note(id, number) {
      const before = numbers.note(id, number);
      if (before === undefined) return;
      found += 1;
      if (onRepeated) onRepeated(number, before);
      else if (found <= mostWarnings) onWarning?.(`${unit} ${number} has the id ${quote(id)} of ${unit} ${before}; the later row counts`);
    },
    tellRest() {
      if (found > mostWarnings && !onRepeated) onWarning?.(`${found - mostWarnings} more rows have the id of an earlier one`);
    },
  };
}

/** Makes a function that turns a record into what is stored, or into the reason why not. */
function createRowReader(target: ImportTarget, source: RowSource, options: ReadOptions): (record: JsonObject) => NewItem | Fault[] {
  const { module, column } = target;
  const shape = module.definition.item;
  if (!shape) throw new ImportFault(`the module ${module.name} keeps no items`);
  const place = module.definition.roles?.column;
  if (column !== undefined && place === undefined)
    throw new ImportFault(`the items of ${module.name} belong to no column; leave --column out`);
  const mapping = createMapping(source, shape, options.map, target.coordinates);
  const warn = collectWarnings(target, source, shape, options);
  return (record) => {
    const { item: mapped, faults } = mapping.apply(record);
    const item = { ...mapped };
    if (place !== undefined && column !== undefined) assignColumn(place, item, column);
    if (!Object.hasOwn(item, 'id') && !mapping.givesId) item['id'] = hashRecord(item);
    const checked = checkItem(item, shape);
    const all = omitRepeated(faults, findMissingId(item, checked.faults));
    if (all.length > 0) return all;
    const stored = tryRecord(target, options.change?.(checked.item) ?? checked.item);
    if (!Array.isArray(stored)) warn(record, stored);
    return stored;
  };
}

function assignColumn(place: string, item: JsonObject, column: string): void {
  const top = place.split('/')[1] ?? '';
  // The record itself is left as it is.
  if (item[top] !== undefined) item[top] = structuredClone(item[top] ?? null);
  assign(place, item, column);
}

function findMissingId(item: JsonObject, faults: Fault[]): Fault[] {
  const id = item['id'];
  const given = (typeof id === 'string' && id.trim() !== '') || typeof id === 'number';
  if (given || faults.some(({ place }) => place === '/id')) return faults;
  return [describeLack('/id'), ...faults];
}

/** A field that the map could not fill is not also reported as missing. */
const omitRepeated = (unfilled: Fault[], faults: Fault[]): Fault[] => [
  ...unfilled,
  ...faults.filter(({ place }) => !unfilled.some((other) => other.place === place)),
];

function tryRecord({ tenant, module, state }: ImportTarget, item: JsonObject): NewItem | Fault[] {
  try {
    const record = toBareRecord(tenant, module, item, state);
    const year = record.pub.getUTCFullYear();
    if (year >= 0 && year <= 9999) return record;
    const place = module.definition.roles?.time;
    return [{ place, message: `${place ?? 'the time'} expects a time between the years 0 and 9999`, said: { text: 'importYears' } }];
  } catch (error) {
    const message = `the row cannot be stored: ${error instanceof Error ? error.message : String(error)}`;
    return [{ message, said: { text: 'importCannot' } }];
  }
}

/** Told once each: columns of the file that fill nothing, and columns of the menu that do not exist. */
function collectWarnings(
  { tenant, menuColumns }: ImportTarget,
  source: RowSource,
  shape: Item,
  { map, onWarning }: ReadOptions,
): (record: JsonObject, stored: NewItem) => void {
  const told = new Set<string>();
  const tell = (key: string, message: string): void => {
    if (told.has(key) || told.size >= mostWarnings) return;
    told.add(key);
    onWarning?.(message);
  };
  const tellUnknown = (name: string): void => {
    if (name !== 'id' && !Object.hasOwn(shape.properties, name)) tell(`field ${name}`, `the item has no field "${name}"; it is left out`);
  };
  if (!map) source.columns?.forEach(tellUnknown);
  return (record, { column }) => {
    if (!map && !source.columns) Object.keys(record).forEach(tellUnknown);
    if (menuColumns && column !== undefined && column !== '' && !menuColumns.has(column))
      tell(`column ${column}`, `the menu of ${tenant} has no column "${column}"; no page lists its items`);
  };
}

function hashRecord(item: JsonObject): string {
  const text = JSON.stringify(sortKeys(item));
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
