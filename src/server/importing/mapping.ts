import type { Item } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/payload';
import { assign, resolve } from '../../runtime/scope';
import type { ColumnMap, ColumnSource, MapValue, Source } from './columnMap';
import { ImportFault, listed, quoted } from './fault';
import type { RowSource } from './rows';
import { timeText } from './times';

/** A record as an item whose values have not been checked, and why some fields could not be filled. */
export interface MappedRow { item: JsonObject; faults: string[] }

/** Makes items of records. */
export interface Mapping {
  /** The ids come from the rows: one without is a bad row. */
  givesId: boolean;
  apply(record: JsonObject): MappedRow;
}

type Read = (record: JsonObject) => Json | undefined;
type Fill = (record: JsonObject) => { value?: Json; fault?: string };

/**
 * How the records of an opened file become items: by the map, or without one by equal names.
 * @throws ImportFault when the map names a column that the file does not have, or no column has the name of a field
 */
export function mappingFor(source: RowSource, shape: Item, map?: ColumnMap): Mapping {
  if (map) return byMap(map, source);
  const { columns } = source;
  if (!columns) return { givesId: false, apply: (record) => ({ item: record, faults: [] }) };
  const fields = columns.filter((name) => name === 'id' || Object.hasOwn(shape.properties, name));
  if (fields.length === 0) throw new ImportFault(`no column has the name of a field; the columns are ${listed(columns)}, the fields ${listed(Object.keys(shape.properties))}; give a column map with --map`);
  return byMap({ item: Object.fromEntries(fields.map((name) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, name])) }, source);
}

function byMap(map: ColumnMap, source: RowSource): Mapping {
  const fills = Object.entries(map.item).map(([place, from]) => ({ place, fill: fillOf(from, source) }));
  return {
    givesId: Object.hasOwn(map.item, '/id'),
    apply(record) {
      const item: JsonObject = {};
      const faults: string[] = [];
      for (const { place, fill } of fills) {
        const { value, fault } = fill(record);
        if (fault !== undefined) faults.push(`${place} ${fault}`);
        else if (value !== undefined) assign(place, item, value);
      }
      return { item, faults };
    },
  };
}

function fillOf(from: Source, source: RowSource): Fill {
  if (typeof from === 'string') return plain(reader(from, source));
  if ('const' in from) return () => ({ value: from.const });
  return 'template' in from ? plain(template(from.template, source)) : fromColumn(from, reader(from.column, source));
}

const plain = (read: Read): Fill => (record) => ({ value: read(record) });

/** Cells are trimmed; empty ones count as absent. */
function reader(reference: string, { columns }: RowSource): Read {
  if (columns) {
    if (!columns.includes(reference)) throw new ImportFault(`the file has no column "${reference}"; it has ${listed(columns)}`);
    return (record) => (Object.hasOwn(record, reference) ? String(record[reference]).trim() || undefined : undefined);
  }
  if (!/^(\/([^~/]|~[01])*)+$/.test(reference)) throw new ImportFault(`a map for NDJSON refers to values by JSON Pointers such as /${reference.replace(/\W/g, '') || 'name'}, not "${reference}"`);
  return (record) => resolve(reference, record) ?? undefined;
}

function template(text: string, source: RowSource): Read {
  const parts = text.split(/\{([^{}]+)\}/).map((part, place) => (place % 2 === 0 ? part : reader(part, source)));
  return (record) => {
    let out = '';
    for (const part of parts) {
      const value = typeof part === 'string' ? part : part(record);
      if (value === undefined || value === null || typeof value === 'object' || (typeof part !== 'string' && value === '')) return undefined;
      out += String(value);
    }
    return out;
  };
}

function fromColumn({ split, values, otherwise, date }: ColumnSource, read: Read): Fill {
  const known = values && new Map(Object.entries(values));
  const change = (entry: Json): MapValue | Json | undefined => {
    if (known) return known.get(String(entry).trim()) ?? otherwise;
    return date ? (typeof entry === 'string' || typeof entry === 'number' ? timeText(entry) : undefined) ?? otherwise : entry;
  };
  return (record) => {
    const value = read(record);
    if (value === undefined || value === null || value === '') return { value: known?.get('') ?? otherwise };
    const entries = split !== undefined && typeof value === 'string' ? value.split(split).map((entry) => entry.trim()).filter((entry) => entry !== '') : Array.isArray(value) ? value : [value];
    const changed = entries.map(change);
    const lost = changed.indexOf(undefined);
    if (lost >= 0) return { fault: `expects ${known ? `one of ${listed([...known.keys()].map(quoted), 8)}` : 'a time such as 2026-11-18 09:30:00'}, found ${quoted(entries[lost])}` };
    const single = split === undefined && !Array.isArray(value);
    return { value: single ? changed[0] : changed.flat().filter((entry) => entry !== undefined) };
  };
}
