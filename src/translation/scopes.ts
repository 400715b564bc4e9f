import { asList, asObject, asString, type Json, type JsonObject } from '../model/json';
import { formatPointer, parsePointer } from '../model/pointer';
import type { Context, Whole } from './context';
import { openSchema, type OpenSchema } from './schemas';

/** Returns the names of the properties that a scope leads through; what it says of compositions on the way is put together anyway. */
export function readScope(scope: string): string[] | undefined {
  if (!scope.startsWith('#')) return undefined;
  const tokens = parsePointer(scope.slice(1).replace(/\/$/, ''));
  return tokens.flatMap((token, index) => (tokens[index - 1] === 'properties' ? [decodeURIComponent(token)] : []));
}

/** A property that a scope leads to. */
export interface Found extends OpenSchema {
  /** Where it is in the schema. */
  at: string;
  required: boolean;
}

/** Returns the property that names lead to; undefined when there is none. */
export function findProperty(whole: Whole, names: readonly string[], { root }: Context): Found | undefined {
  let found: Found = { schema: whole.schema, trail: whole.trail, recursive: false, nullable: false, at: whole.at, required: false };
  for (const name of names) {
    const property: Json | undefined = asObject(found.schema['properties'])[name];
    if (property === undefined) return undefined;
    const at = `${found.at}/properties${formatPointer([name])}`;
    found = { ...openSchema(property, root, found.trail), at, required: isRequired(found.schema, name) };
  }
  return found;
}

/** Returns whether an object has to have a property. */
export const isRequired = (schema: JsonObject, name: string): boolean => asList(schema['required']).map(asString).includes(name);
