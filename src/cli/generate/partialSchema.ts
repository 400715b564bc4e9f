import { asObject, isObject, type Json, type JsonObject } from '../../model/json';

/** What a patch is held against. */
interface PartialSchemas {
  /** A part of the language as a patch on it is written. */
  shape(schema: JsonObject): JsonObject;
  /** The parts that patches change key by key, by name. */
  definitions: JsonObject;
}

/** Where a named part stands. */
interface Part {
  file: string;
  schema: JsonObject;
}

/** What a patch may lack, and what is for the checker alone. */
const dropped = (key: string): boolean =>
  ['$schema', '$id', '$defs', 'required', 'minProperties', 'discriminator', 'tsType'].includes(key) || key.startsWith('x-');

/**
 * Makes of meta-schemas for complete definitions those of patches on them, by the rules of JSON Merge Patch (RFC 7396): nothing is
 * required, null takes a member away, and a list is replaced as a whole, so that its entries are as complete as ever.
 * @param files the meta-schemas by the name of their file; the names of their parts are unique
 * @param home the file that the parts of patches are written to
 */
export function createPartial(files: Readonly<Record<string, JsonObject>>, home: string): PartialSchemas {
  const parts = new Map<string, Part>(
    Object.entries(files).flatMap(([file, { $defs }]) =>
      Object.entries(asObject($defs)).map(([name, schema]) => [name, { file, schema: asObject(schema) }] as const),
    ),
  );
  const definitions: JsonObject = {};
  const refer = ($ref: string): string => {
    const name = nameOf($ref);
    const part = parts.get(name);
    if (part === undefined) throw new Error(`${home}: no meta-schema has a part ${name}`);
    if (!isChangedByKey(part.schema, parts)) return `${part.file}#/$defs/${name}`;
    if (definitions[name] === undefined) {
      // Parts contain themselves.
      definitions[name] = {};
      definitions[name] = shape(part.schema);
    }
    return `#/$defs/${name}`;
  };
  const shape = (schema: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => !dropped(key))
        .map(([key, value]): [string, Json] => {
          if (key === '$ref') return [key, refer(String(value))];
          if (key === 'properties') return [key, mapValues(asObject(value), (inner) => orNull(shape(asObject(inner))))];
          if (key === 'additionalProperties' && isObject(value)) return [key, orNull(shape(value))];
          if (key === 'oneOf' || key === 'anyOf') return ['anyOf', [value].flat().map((branch) => shape(asObject(branch)))];
          return [key, key === 'items' || key === 'propertyNames' ? complete(value, parts) : value];
        }),
    );
  return { shape, definitions };
}

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

const mapValues = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** Whether something within a part is changed key by key: an object in it, but for the entries of lists. */
function isChangedByKey(schema: JsonObject, parts: ReadonlyMap<string, Part>, seen = new Set<Json>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (schema['properties'] !== undefined || isObject(schema['additionalProperties'])) return true;
  const target = schema['$ref'] === undefined ? undefined : parts.get(nameOf(String(schema['$ref'])))?.schema;
  const inner = [target, schema['oneOf'], schema['anyOf']].flat().filter(isObject);
  return inner.some((one) => isChangedByKey(one, parts, seen));
}

/** What stands in lists, with references that hold in any file. */
function complete(node: Json, parts: ReadonlyMap<string, Part>): Json {
  if (Array.isArray(node)) return node.map((entry) => complete(entry, parts));
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([key]) => !key.startsWith('x-'));
  return Object.fromEntries(
    kept.map(([key, inner]) => {
      const name = key === '$ref' && typeof inner === 'string' ? nameOf(inner) : undefined;
      return [key, name === undefined ? complete(inner, parts) : `${parts.get(name)?.file}#/$defs/${name}`];
    }),
  );
}

/** Admits null besides; the word that tells the kind of a part stays, for nothing is known of a part of no kind. */
function orNull({ title, description, ...schema }: JsonObject): JsonObject {
  const head = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  if (typeof schema['const'] === 'string') return { ...head, ...schema };
  if (typeof schema['type'] === 'string' && schema['enum'] === undefined) return { ...head, ...schema, type: [schema['type'], 'null'] };
  return { ...head, anyOf: [schema, { type: 'null' }] };
}
