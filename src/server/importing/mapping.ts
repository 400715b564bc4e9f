import type { Item } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { assign } from '../../model/pointer';
import { type CoordinateSystem, usualSystem } from '../../runtime/coordinate';
import type { ColumnMap } from './columnMap';
import { ImportFault, listNames } from './fault';
import { type FillContext, fillOf } from './fills';
import type { RowSource } from './rows';

/** A record as an item whose values have not been checked, and why some fields could not be filled. */
export interface MappedRow {
  item: JsonObject;
  faults: string[];
}

/** Makes items of records. */
export interface Mapping {
  /** The ids come from the rows: one without is a bad row. */
  givesId: boolean;
  apply(record: JsonObject): MappedRow;
}

/**
 * Returns how the records of an opened file become items: by the map, or without one by equal names.
 * @param system that the institution's coordinates are kept in
 * @throws ImportFault when the map names a column that the file does not have, or no column has the name of a field
 */
export function mappingFor(source: RowSource, shape: Item, map?: ColumnMap, system: CoordinateSystem = usualSystem): Mapping {
  const context = { source, system };
  if (map) return mapByColumns(map, context);
  const { columns } = source;
  if (!columns) return { givesId: false, apply: (record) => ({ item: record, faults: [] }) };
  const fields = columns.filter((name) => name === 'id' || Object.hasOwn(shape.properties, name));
  if (fields.length === 0)
    throw new ImportFault(
      `no column has the name of a field; the columns are ${listNames(columns)}, the fields ${listNames(Object.keys(shape.properties))}; give a column map with --map`,
    );
  return mapByColumns(
    { item: Object.fromEntries(fields.map((name) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, name])) },
    context,
  );
}

function mapByColumns(map: ColumnMap, context: FillContext): Mapping {
  const fills = Object.entries(map.item).map(([place, from]) => ({ place, fill: fillOf(from, context) }));
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
