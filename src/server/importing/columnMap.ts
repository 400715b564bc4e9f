import { Ajv, type ErrorObject } from 'ajv';
import schema from '../../../schemas/meta/importMap.schema.json';
import { findNearest } from '../../definitions/problems/wording';
import { parseDefinition } from '../../definitions/read/parse';
import type { Item, Property, Scalar } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { propertyAt } from '../../runtime/coerce';
import type { CoordinateSystem } from '../../runtime/coordinate';
import { ImportFault, listNames } from './fault';

/** What a column map stores for a value. */
export type MapValue = Scalar | Scalar[];
/** A column whose values are split, replaced or read as dates. */
export interface ColumnSource {
  column: string;
  split?: string;
  values?: Record<string, MapValue>;
  otherwise?: MapValue;
  date?: true;
}
/** Two columns with degrees, or one with both. */
type CoordinateSource =
  { lng: string; lat: string; system?: CoordinateSystem } | { point: string; order?: 'lngLat' | 'latLng'; system?: CoordinateSystem };
/** What fills a field; see schemas/meta/importMap.schema.json. */
export type Source =
  | string
  | ColumnSource
  | CoordinateSource
  | { template: string }
  | { join: Source[]; separator?: string }
  | { first: Source[] }
  | { paragraphs: Source[] }
  | { const: MapValue };
/** Sources by the JSON Pointer of the field that they fill. */
export interface ColumnMap {
  item: Record<string, Source>;
}

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
ajv.addSchema(schema);
const checkMap = compilePart({ ...schema.properties.item, additionalProperties: true }, 'item');
const { ColumnSource, TemplateSource, JoinSource, FirstSource, ParagraphsSource, CoordinateSource, PointSource, ConstSource } =
  schema.$defs;
const checkColumn = compilePart(ColumnSource);
/** The check of a source by the key that tells its kind; what has none of these is a column. */
const checks: Readonly<Record<string, ReturnType<Ajv['compile']>>> = {
  template: compilePart(TemplateSource),
  join: compilePart(JoinSource),
  first: compilePart(FirstSource),
  paragraphs: compilePart(ParagraphsSource),
  lng: compilePart(CoordinateSource),
  lat: compilePart(CoordinateSource),
  point: compilePart(PointSource),
  const: compilePart(ConstSource),
};

const kinds = Object.keys(checks);

/** The sources within a source are checked one by one, so that each fault is told where it is. */
function compilePart(part: object, property?: string): ReturnType<Ajv['compile']> {
  const body = property === undefined ? part : { ...schema, properties: { ...schema.properties, [property]: part } };
  return ajv.compile({ ...body, $id: undefined, $defs: { ...schema.$defs, Sources: { type: 'array', minItems: 1 } } });
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
  const faults = findFaults(document.value, shape);
  const lines = faults.map(({ path, message }) => {
    const { line, column } = document.place(path, 'key');
    return `${file}:${line}:${column}: ${message}`;
  });
  if (lines.length > 0) throw new ImportFault(lines.join('\n'));
  return document.value as object as ColumnMap;
}

interface Fault {
  path: string[];
  message: string;
}

function findFaults(map: JsonObject, shape: Item): Fault[] {
  if (!checkMap(map)) return toFaults(checkMap.errors ?? [], []);
  const entries = Object.entries(map['item'] as JsonObject);
  const places = entries.map(([place]) => place);
  return entries.flatMap(([place, source]) => {
    const path = ['item', place];
    const reason =
      explainTarget(place, shape) ??
      (places.some((other) => other.startsWith(`${place}/`)) ? `${place} is filled as a whole and in parts` : undefined);
    return [
      ...(reason === undefined ? [] : [{ path, message: reason }]),
      ...findSourceFaults(source, path),
      ...findMarkupFaults(place, source, shape, path),
    ];
  });
}

function findSourceFaults(source: Json | undefined, path: string[]): Fault[] {
  if (typeof source === 'string') return source === '' ? [{ path, message: 'expected the name of a column, found an empty text' }] : [];
  if (!isObject(source))
    return [{ path, message: `expected the name of a column, or an object with "column" or one of "${kinds.join('", "')}"` }];
  const kind = kinds.find((key) => key in source) ?? 'column';
  const check = checks[kind] ?? checkColumn;
  if (!check(source)) return toFaults(check.errors ?? [], path);
  const inner = ['join', 'first', 'paragraphs'].includes(kind) ? source[kind] : undefined;
  return Array.isArray(inner) ? inner.flatMap((part, place) => findSourceFaults(part, [...path, kind, String(place)])) : [];
}

/** Paragraphs would be seen as tags where a field is no rich text. */
function findMarkupFaults(place: string, source: Json, shape: Item, path: string[]): Fault[] {
  if (!isObject(source) || !('paragraphs' in source) || propertyAt(place, shape)?.contentMediaType === 'text/html') return [];
  return [{ path, message: `${place} is no rich text; use "join" instead of "paragraphs"` }];
}

/** Why a pointer leads to no field of the item. */
function explainTarget(place: string, shape: Item): string | undefined {
  if (place === '/id') return undefined;
  let property: Pick<Property, 'properties'> & Partial<Property> = shape;
  for (const token of parsePointer(place)) {
    if (property.type === 'array') return `${place} leads into a list; fill the whole list`;
    if (!property.properties) return property.type === 'object' ? undefined : `${place} leads into a field that is no object`;
    const next: Property | undefined = Object.hasOwn(property.properties, token) ? property.properties[token] : undefined;
    if (!next) return `the item has no field "${token}"${suggestName(token, Object.keys(property.properties))}`;
    property = next;
  }
  return undefined;
}

function toFaults(errors: readonly ErrorObject[], base: readonly string[]): Fault[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf');
  const isWithinChoice = (error: ErrorObject): boolean =>
    error.schemaPath.includes('anyOf/') && choices.some((other) => other !== error && error.instancePath.startsWith(other.instancePath));
  const outer = errors.filter((error) => error.propertyName === undefined && !isWithinChoice(error));
  return outer.map((error) => {
    const path = [...base, ...parsePointer(error.instancePath)];
    const params = error.params as Record<string, unknown>;
    const name = String(params['additionalProperty'] ?? params['missingProperty'] ?? params['propertyName']);
    const keys = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
    switch (error.keyword) {
      case 'additionalProperties':
        return { path: [...path, name], message: `unknown key "${name}"${suggestName(name, keys)}` };
      case 'required':
        return { path, message: `the key "${name}" is missing` };
      case 'propertyNames':
        return { path: [...path, name], message: `expected a JSON Pointer such as /title, found "${name}"` };
      case 'anyOf':
        return { path, message: 'expected a text, a number, true, false, or a list of them' };
      default:
        return { path, message: `${String(path.at(-1) ?? 'the map')} ${error.message ?? 'is wrong'}` };
    }
  });
}

function suggestName(name: string, known: readonly string[]): string {
  const best = findNearest(name, known);
  return best === undefined ? `; known are ${listNames(known)}` : `; did you mean "${best}"?`;
}
