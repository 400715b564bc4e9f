import { isObject, type Json, type JsonObject } from '../model/json';
import { deepEquals } from './mergeSchemas';

/** Returns the schema that data are an example of, as JSON Forms has it: everything that is there is asked for. */
export function inferSchema(data: Json | undefined): JsonObject {
  if (Array.isArray(data)) return inferListSchema(data);
  if (isObject(data)) {
    const properties = Object.fromEntries(Object.entries(data).map(([name, value]): [string, Json] => [name, inferSchema(value)]));
    return { type: 'object', properties, required: Object.keys(properties) };
  }
  if (typeof data === 'number') return { type: Number.isInteger(data) ? 'integer' : 'number' };
  return data === undefined ? {} : { type: data === null ? 'null' : typeof data };
}

function inferListSchema(entries: readonly Json[]): JsonObject {
  const kinds = entries.map(inferSchema);
  const distinct = kinds.filter((kind, index) => kinds.findIndex((other) => deepEquals(kind, other)) === index);
  const [only] = distinct;
  return { type: 'array', items: distinct.length === 1 && only ? only : distinct.length === 0 ? {} : { oneOf: distinct } };
}
