import type { Item, Property } from '../model/definitions.g';
import { isObject, type Json, type JsonObject, getOwn } from '../model/json';
import { parsePointer } from '../model/pointer';

/**
 * Returns what an item's schema declares at the place that a JSON Pointer addresses; undefined when nothing is declared there.
 * @param open whether the way may lead through a property; by default through every one
 */
export function propertyAt(
  pointer: string,
  shape: Pick<Item, 'properties'> | undefined,
  open: (property: Property) => boolean = () => true,
): Property | undefined {
  return parsePointer(pointer).reduce<Property | undefined>(
    (place, token) => (place && open(place) ? getOwn(place.properties, token) : undefined),
    {
      type: 'object',
      properties: shape?.properties,
    },
  );
}

/**
 * Turns a value that arrived from a reply, an address or a file into the type that the item's schema declares, so that
 * `0` and `"0"` compare predictably. A value that cannot be turned is absent (undefined).
 */
export function coerce(value: Json | undefined, property: Property): Json | undefined {
  if (value === undefined || value === null) return undefined;
  switch (property.type) {
    case 'string':
      return typeof value === 'object' ? undefined : String(value);
    case 'integer':
      return coerceNumber(value, Number.isInteger);
    case 'number':
      return coerceNumber(value, Number.isFinite);
    case 'boolean':
      return coerceBoolean(value);
    case 'array':
      return Array.isArray(value) ? value.flatMap((entry) => coerceEntry(entry, property.items)) : undefined;
    case 'object':
      return isObject(value) ? coerceObject(value, property) : undefined;
  }
}

/** Coerces the fields of an item that its schema declares and drops all others. */
export function coerceItem(item: JsonObject, shape: Item): JsonObject {
  return coerceFields(item, shape.properties);
}

/** An object whose fields are not declared is kept as it is. */
function coerceObject(value: JsonObject, property: Property): JsonObject {
  return property.properties ? coerceFields(value, property.properties) : value;
}

function coerceFields(value: JsonObject, properties: Readonly<Record<string, Property>>): JsonObject {
  const out: JsonObject = {};
  for (const [name, property] of Object.entries(properties)) {
    const found = coerce(getOwn(value, name), property);
    if (found !== undefined) out[name] = found;
  }
  return out;
}

function coerceEntry(entry: Json, property: Property | undefined): Json[] {
  const found = property ? coerce(entry, property) : entry;
  return found === undefined ? [] : [found];
}

function coerceNumber(value: Json, allowed: (number: number) => boolean): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return allowed(number) ? number : undefined;
}

function coerceBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 1 || value === '1') return true;
  return value === 'false' || value === 0 || value === '0' ? false : undefined;
}
