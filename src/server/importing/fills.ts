import type { Item } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { assign, formatPointer, resolve } from '../../model/pointer';
import { type CoordinateSystem, usualSystem } from '../../runtime/coordinate';
import type { ColumnMap, ColumnSource, MapValue, Source } from './columnMap';
import { type Degrees, toCoordinate, splitPoint } from './degrees';
import { type Fault, ImportFault, listNames, quote, type Said } from './fault';
import { wrapParagraphs } from './plainText';
import type { RowSource } from './rows';
import { toTimeText } from './times';

/** What a source makes of a record: a value, nothing, or why it cannot. */
interface Filled {
  value?: Json;
  fault?: Omit<Fault, 'place'>;
}

/** Reads a source from a record. */
type Fill = (record: JsonObject) => Filled;

/** What sources are read against. */
interface FillContext {
  source: RowSource;
  /** The system that the institution's coordinates are kept in. */
  system: CoordinateSystem;
}

type Read = (record: JsonObject) => Json | undefined;

/**
 * Makes the reader of a source.
 * @throws ImportFault when it names a column that the file does not have
 */
function createFill(from: Source, context: FillContext): Fill {
  if (typeof from === 'string') return createPlainFill(createReader(from, context));
  if ('const' in from) return () => ({ value: from.const });
  if ('template' in from) return createPlainFill(createTemplate(from.template, context));
  if ('join' in from) return joinSources(from.join, context, (texts) => texts.join(from.separator ?? ''));
  if ('paragraphs' in from) return joinSources(from.paragraphs, context, (texts) => wrapParagraphs(texts.join('\n')));
  if ('first' in from) return createFirstFill(from.first.map((inner) => createFill(inner, context)));
  if ('lng' in from) {
    const [lng, lat] = [createReader(from.lng, context), createReader(from.lat, context)];
    return createCoordinateFill((record) => ({ lng: lng(record), lat: lat(record) }), from.system, context);
  }
  if ('point' in from) {
    const point = createReader(from.point, context);
    return createCoordinateFill((record) => splitPoint(point(record), from.order), from.system, context);
  }
  return createColumnFill(from, createReader(from.column, context));
}

const createPlainFill =
  (read: Read): Fill =>
  (record) => ({ value: read(record) });

/** Cells are trimmed; empty ones count as absent. */
function createReader(reference: string, { source: { columns } }: FillContext): Read {
  if (columns) {
    if (!columns.includes(reference))
      throw new ImportFault(`the file has no column "${reference}"; it has ${listNames(columns)}`, {
        text: 'importColumnGone',
        values: { column: reference },
      });
    return (record) => (Object.hasOwn(record, reference) ? String(record[reference]).trim() || undefined : undefined);
  }
  if (!/^(\/([^~/]|~[01])*)+$/.test(reference))
    throw new ImportFault(
      `a map for records of JSON refers to values by JSON Pointers such as /${reference.replace(/\W/g, '') || 'name'}, not "${reference}"`,
    );
  return (record) => resolve(reference, record) ?? undefined;
}

function createTemplate(text: string, context: FillContext): Read {
  const parts = text.split(/\{([^{}]+)\}/).map((part, place) => (place % 2 === 0 ? part : createReader(part, context)));
  return (record) => {
    let out = '';
    for (const part of parts) {
      const value = typeof part === 'string' ? part : part(record);
      if (value === undefined || value === null || typeof value === 'object' || (typeof part !== 'string' && value === ''))
        return undefined;
      out += String(value);
    }
    return out;
  };
}

function joinSources(sources: readonly Source[], context: FillContext, put: (texts: string[]) => string): Fill {
  const fills = sources.map((inner) => createFill(inner, context));
  return (record) => {
    const found = fills.map((fill) => fill(record));
    const lost = found.find(({ fault }) => fault !== undefined);
    if (lost) return lost;
    const texts = found.flatMap(({ value }) => collectTexts(value));
    return { value: texts.length === 0 ? undefined : put(texts) };
  };
}

/** Returns the words of a value, of a list those of its entries; none of what is empty or an object. */
function collectTexts(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  const text = value === undefined || value === null || typeof value === 'object' ? '' : String(value).trim();
  return text === '' ? [] : [text];
}

const isEmpty = ({ value, fault }: Filled): boolean =>
  fault === undefined && (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0));

const createFirstFill =
  (fills: readonly Fill[]): Fill =>
  (record) => {
    for (const fill of fills) {
      const found = fill(record);
      if (!isEmpty(found)) return found;
    }
    return {};
  };

const createCoordinateFill =
  (read: (record: JsonObject) => Degrees | undefined, from: CoordinateSystem | undefined, { system }: FillContext): Fill =>
  (record) =>
    toCoordinate(read(record), from ?? system, system);

function createColumnFill({ split, values, otherwise, date }: ColumnSource, read: Read): Fill {
  const known = values && new Map(Object.entries(values));
  const change = (entry: Json): MapValue | Json | undefined => {
    if (known) return known.get(String(entry).trim()) ?? otherwise;
    return date ? ((typeof entry === 'string' || typeof entry === 'number' ? toTimeText(entry) : undefined) ?? otherwise) : entry;
  };
  return (record) => {
    const value = read(record);
    if (value === undefined || value === null || value === '') return { value: known?.get('') ?? otherwise };
    const entries =
      split !== undefined && typeof value === 'string'
        ? value
            .split(split)
            .map((entry) => entry.trim())
            .filter((entry) => entry !== '')
        : Array.isArray(value)
          ? value
          : [value];
    const changed = entries.map(change);
    const lost = changed.indexOf(undefined);
    if (lost >= 0) return { fault: describeUnknown(known && [...known.keys()], entries[lost]) };
    const single = split === undefined && !Array.isArray(value);
    return { value: single ? changed[0] : changed.flat().filter((entry) => entry !== undefined) };
  };
}

function describeUnknown(known: readonly string[] | undefined, found: Json | undefined): Omit<Fault, 'place'> {
  const expected = known ? `one of ${listNames(known.map(quote), 8)}` : 'a time such as 2026-11-18 09:30:00';
  const words: Said = known ? { text: 'importOneOf', values: { choices: [...known] } } : { text: 'importMoment' };
  return {
    message: `expects ${expected}, found ${quote(found)}`,
    said: { text: 'importExpects', values: { found: quote(found) }, expected: words },
  };
}

/** A record as an item whose values have not been checked, and why some fields could not be filled. */
export interface MappedRow {
  item: JsonObject;
  faults: Fault[];
}

/** Makes items of records. */
interface Mapping {
  /** The ids come from the rows: one without is a bad row. */
  givesId: boolean;
  apply(record: JsonObject): MappedRow;
}

/**
 * Returns how the records of an opened file become items: by the map, or without one by equal names.
 * @param system that the institution's coordinates are kept in
 * @throws ImportFault when the map names a column that the file does not have, or no column has the name of a field
 */
export function createMapping(source: RowSource, shape: Item, map?: ColumnMap, system: CoordinateSystem = usualSystem): Mapping {
  const context = { source, system };
  if (map) return mapByColumns(map, context);
  const { columns } = source;
  if (!columns) return { givesId: false, apply: (record) => ({ item: record, faults: [] }) };
  const fields = columns.filter((name) => name === 'id' || Object.hasOwn(shape.properties, name));
  if (fields.length === 0)
    throw new ImportFault(
      `no column has the name of a field; the columns are ${listNames(columns)}, the fields ${listNames(Object.keys(shape.properties))}; give a column map with --map`,
    );
  return mapByColumns({ item: Object.fromEntries(fields.map((name) => [formatPointer([name]), name])) }, context);
}

function mapByColumns(map: ColumnMap, context: FillContext): Mapping {
  const fills = Object.entries(map.item).map(([place, from]) => ({ place, fill: createFill(from, context) }));
  return {
    givesId: Object.hasOwn(map.item, '/id'),
    apply(record) {
      const item: JsonObject = {};
      const faults: Fault[] = [];
      for (const { place, fill } of fills) {
        const { value, fault } = fill(record);
        if (fault !== undefined) faults.push({ ...fault, place, message: `${place} ${fault.message}` });
        else if (value !== undefined) assign(place, item, value);
      }
      return { item, faults };
    },
  };
}
