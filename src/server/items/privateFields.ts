import type { Item, Property } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';

/** An item without the fields that its definition keeps private, at any depth. */
export function withoutPrivate(item: JsonObject, shape: Item): JsonObject {
  return hasPrivate(shape.properties) ? strip(item, shape.properties) : item;
}

function hasPrivate(properties: Readonly<Record<string, Property>>): boolean {
  return Object.values(properties).some(
    (property) =>
      property.private || hasPrivate(property.properties ?? {}) || (property.items !== undefined && hasPrivate({ entry: property.items })),
  );
}

function strip(value: JsonObject, properties: Readonly<Record<string, Property>>): JsonObject {
  const out: JsonObject = {};
  for (const [name, entry] of Object.entries(value)) {
    const property = properties[name];
    if (!property?.private) out[name] = property ? stripValue(entry, property) : entry;
  }
  return out;
}

function stripValue(value: Json, property: Property): Json {
  if (Array.isArray(value)) return value.map((entry) => (property.items ? stripValue(entry, property.items) : entry));
  return value !== null && typeof value === 'object' && property.properties ? strip(value, property.properties) : value;
}
