import { Ajv, type ErrorObject } from 'ajv';
import schema from '../../../schemas/meta/importMap.schema.json';
import { nearest } from '../../definitions/messages';
import { parseDefinition } from '../../definitions/parse';
import type { Item, Property, Scalar } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/payload';
import { pointerTokens } from '../../runtime/scope';
import { ImportFault, listed } from './fault';

/** What a column map stores for a value. */
export type MapValue = Scalar | Scalar[];
/** A column whose values are split, replaced or read as dates. */
export interface ColumnSource { column: string; split?: string; values?: Record<string, MapValue>; otherwise?: MapValue; date?: true }
/** What fills a field; see schemas/meta/importMap.schema.json. */
export type Source = string | ColumnSource | { template: string } | { const: MapValue };
/** Sources by the JSON Pointer of the field that they fill. */
export interface ColumnMap { item: Record<string, Source> }

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
ajv.addSchema(schema);
const check = { map: partOf({ ...schema.properties.item, additionalProperties: true }, 'item'), column: partOf(schema.$defs.ColumnSource), template: partOf(schema.$defs.TemplateSource), const: partOf(schema.$defs.ConstSource) };

function partOf(part: object, property?: string): ReturnType<Ajv['compile']> {
  const body = property === undefined ? part : { ...schema, properties: { ...schema.properties, [property]: part } };
  return ajv.compile({ ...body, $id: undefined, $defs: schema.$defs });
}

/**
 * Reads a column map and checks it against its meta-schema and the fields of a module.
 * @param file its name in messages
 * @throws ImportFault with a line `file:line:column: what was expected` for each fault
 */
export function readColumnMap(file: string, bytes: Uint8Array, shape: Item): ColumnMap {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const { document, problems } = parseDefinition(file, bom ? bytes.subarray(3) : bytes);
  if (!document) throw new ImportFault(problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'));
  const faults = faultsOf(document.value, shape);
  if (faults.length > 0) {
    throw new ImportFault(faults.map(({ path, message }) => {
      const { line, column } = document.place(path, 'key');
      return `${file}:${line}:${column}: ${message}`;
    }).join('\n'));
  }
  return document.value as object as ColumnMap;
}

interface Fault { path: string[]; message: string }

function faultsOf(map: JsonObject, shape: Item): Fault[] {
  if (!check.map(map)) return told(check.map.errors ?? [], []);
  const entries = Object.entries(map['item'] as JsonObject);
  const places = entries.map(([place]) => place);
  return entries.flatMap(([place, source]) => {
    const path = ['item', place];
    const reason = targetFault(place, shape) ?? (places.some((other) => other.startsWith(`${place}/`)) ? `${place} is filled as a whole and in parts` : undefined);
    return [...(reason === undefined ? [] : [{ path, message: reason }]), ...sourceFaults(source, path)];
  });
}

function sourceFaults(source: Json, path: string[]): Fault[] {
  if (typeof source === 'string') return source === '' ? [{ path, message: 'expected the name of a column, found an empty text' }] : [];
  if (source === null || typeof source !== 'object' || Array.isArray(source)) return [{ path, message: 'expected the name of a column, or an object with "column", "template" or "const"' }];
  const kind = 'template' in source ? check.template : 'const' in source ? check.const : check.column;
  return kind(source) ? [] : told(kind.errors ?? [], path);
}

/** Why a pointer leads to no field of the item. */
function targetFault(place: string, shape: Item): string | undefined {
  if (place === '/id') return undefined;
  let property: Pick<Property, 'properties'> & Partial<Property> = shape;
  for (const token of pointerTokens(place)) {
    if (property.type === 'array') return `${place} leads into a list; fill the whole list`;
    if (!property.properties) return property.type === 'object' ? undefined : `${place} leads into a field that is no object`;
    const next: Property | undefined = Object.hasOwn(property.properties, token) ? property.properties[token] : undefined;
    if (!next) return `the item has no field "${token}"${meant(token, Object.keys(property.properties))}`;
    property = next;
  }
  return undefined;
}

function told(errors: readonly ErrorObject[], base: readonly string[]): Fault[] {
  const outer = errors.filter((error) => error.propertyName === undefined && !errors.some((other) => other.keyword === 'anyOf' && other !== error && error.schemaPath.includes('anyOf/') && error.instancePath.startsWith(other.instancePath)));
  return outer.map((error) => {
    const path = [...base, ...pointerTokens(error.instancePath)];
    const params = error.params as Record<string, unknown>;
    const keys = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
    switch (error.keyword) {
      case 'additionalProperties': return { path: [...path, String(params['additionalProperty'])], message: `unknown key "${String(params['additionalProperty'])}"${meant(String(params['additionalProperty']), keys)}` };
      case 'required': return { path, message: `the key "${String(params['missingProperty'])}" is missing` };
      case 'propertyNames': return { path: [...path, String(params['propertyName'])], message: `expected a JSON Pointer such as /title, found "${String(params['propertyName'])}"` };
      case 'anyOf': return { path, message: 'expected a text, a number, true, false, or a list of them' };
      default: return { path, message: `${String(path.at(-1) ?? 'the map')} ${error.message ?? 'is wrong'}` };
    }
  });
}

function meant(name: string, known: readonly string[]): string {
  const best = nearest(name, known);
  return best === undefined ? `; known are ${listed(known)}` : `; did you mean "${best}"?`;
}
