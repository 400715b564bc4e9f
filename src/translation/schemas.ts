import { mergeParts } from './mergeSchemas';
import { asList, asObject, asObjects, asString, isObject, type Json, type JsonObject } from '../model/json';
import { parsePointer, resolveTokens } from '../model/pointer';

/** A schema without references and compositions, as far as it can do without them. */
export interface OpenSchema {
  schema: JsonObject;
  /** The references that led to it, and to what it stands in. */
  trail: readonly string[];
  /** Whether it would contain itself. */
  recursive: boolean;
  nullable: boolean;
}

/** The key under which a property keeps the schema of an `if` that it depends on; the object around it satisfies that. */
export const dependsOn = 'x-depends-on';

/**
 * Returns a schema with its references followed, its `allOf` put together, and null taken from its types. A property that only the
 * `then` of an `if` declares is one that depends on it.
 * @param trail the references that led to where it stands
 */
export function openSchema(given: Json | undefined, root: JsonObject, trail: readonly string[] = []): OpenSchema {
  let schema = asObject(given);
  let followed = trail;
  while (typeof schema['$ref'] === 'string') {
    const { $ref: reference, ...beside } = schema;
    if (followed.includes(String(reference))) return { schema: beside, trail: followed, recursive: true, nullable: false };
    followed = [...followed, String(reference)];
    schema = { ...findReference(root, String(reference)), ...beside };
  }
  const open = (part: JsonObject): JsonObject => openSchema(part, root, followed).schema;
  schema = mergeAll(schema, open);
  schema = addDependencies(schema, open);
  const types = asList(schema['type']);
  const others = types.filter((type) => type !== 'null');
  const [only] = others;
  if (types.length > 0) schema = { ...schema, type: others.length === 1 && only !== undefined ? only : others };
  return { schema, trail: followed, recursive: false, nullable: types.length > others.length };
}

const findReference = (root: JsonObject, reference: string): JsonObject =>
  reference.startsWith('#') ? asObject(resolveTokens(root, parsePointer(decodeURIComponent(reference.slice(1))))) : {};

/** A choice of one is none: its only branch holds, too. */
function mergeAll(schema: JsonObject, open: (part: JsonObject) => JsonObject): JsonObject {
  const { allOf, anyOf, oneOf, ...own } = schema;
  const lone = [anyOf, oneOf].filter((branches) => asList(branches).length === 1).flatMap(asObjects);
  const choices = Object.entries({ anyOf, oneOf }).filter(([, branches]) => asList(branches).length > 1);
  const kept = { ...own, ...Object.fromEntries(choices.map(([key, branches]): [string, Json] => [key, branches ?? []])) };
  return [...asObjects(allOf), ...lone].map(open).reduce(mergeParts, kept);
}

/** Takes the properties of `then`, `else` and of dependencies to the others, each with what it depends on. */
function addDependencies(schema: JsonObject, open: (part: JsonObject) => JsonObject): JsonObject {
  const { if: condition, then, else: otherwise, dependencies, ...own } = schema;
  const branches: [JsonObject, JsonObject][] = [];
  if (isObject(condition) && isObject(then)) branches.push([condition, then]);
  if (isObject(condition) && isObject(otherwise)) branches.push([{ not: condition }, otherwise]);
  const kept: JsonObject = {};
  for (const [name, dependency] of Object.entries(asObject(dependencies))) {
    if (!isObject(dependency)) kept[name] = dependency;
    else branches.push(...openDependency(name, dependency));
  }
  const rest = branches.reduce((merged, [on, part]) => addDependent(merged, on, open(part)), own);
  return Object.keys(kept).length > 0 ? { ...rest, dependencies: kept } : rest;
}

/** What depends on a property being there, or in each branch of a `oneOf` on its being one of some values. */
function openDependency(name: string, dependency: JsonObject): [JsonObject, JsonObject][] {
  const { oneOf, ...own } = dependency;
  const branches = asObjects(oneOf).flatMap((branch): [JsonObject, JsonObject][] => {
    const { [name]: about, ...properties } = asObject(branch['properties']);
    return about === undefined
      ? []
      : [
          [
            { properties: { [name]: about }, required: [name] },
            { ...branch, properties },
          ],
        ];
  });
  return Object.keys(own).length > 0 ? [[{ required: [name] }, own], ...branches] : branches;
}

function addDependent(schema: JsonObject, on: JsonObject, part: JsonObject): JsonObject {
  const properties = { ...asObject(schema['properties']) };
  const required = asList(part['required']);
  for (const [name, property] of Object.entries(asObject(part['properties'])))
    properties[name] ??= { ...asObject(property), [dependsOn]: on };
  return { ...schema, properties, required: [...asList(schema['required']), ...required.filter((name) => asString(name) in properties)] };
}

/** A value that can be chosen. */
export interface ChoiceOf {
  value: string | number | boolean;
  title: string;
}

/** Returns the values that a schema lists, with their titles, as `enum` or as a choice of constants; undefined when it lists none. */
export function listChoices(schema: JsonObject): ChoiceOf[] | undefined {
  const names = asList(schema['enumNames']);
  if (Array.isArray(schema['enum']))
    return schema['enum'].flatMap((value, index) => (isScalar(value) ? [{ value, title: asString(names[index]) || String(value) }] : []));
  const branches = [...asObjects(schema['oneOf']), ...asObjects(schema['anyOf'])];
  const choices = branches.flatMap((branch): ChoiceOf[] => {
    const [value = branch['const'], ...more] = asList(branch['enum']);
    return isScalar(value) && more.length === 0 ? [{ value, title: asString(branch['title']) || String(value) }] : [];
  });
  return choices.length > 0 && choices.length === branches.length ? choices : undefined;
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the alternatives of a schema that is a choice between several; empty when it is none. */
export function listAlternatives(schema: JsonObject): JsonObject[] {
  const { oneOf, anyOf, type } = schema;
  if (Array.isArray(type)) return type.map((one) => ({ ...schema, type: one }));
  const branches = asObjects(asList(oneOf).length > 0 ? oneOf : anyOf);
  const { oneOf: _one, anyOf: _any, title: _title, description: _description, ...around } = schema;
  return branches.map((branch) => mergeParts(around, branch));
}
