import language from '../../../schemas/meta/language.schema.json';
import module from '../../../schemas/meta/module.schema.json';
import tenant from '../../../schemas/meta/tenant.schema.json';
import type { PartName, RootName, ScopeName } from '../../model/definitions.g';
import { isObject, type Json, getOwn } from '../../model/json';

/** A part of a meta-schema: the keywords of JSON Schema that the definition language uses. */
export interface MetaSchema {
  $id?: string;
  $ref?: string;
  $defs?: Record<string, MetaSchema>;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  /** What stands there of a definition that says nothing. */
  default?: Json;
  enum?: unknown[];
  pattern?: string;
  required?: string[];
  properties?: Record<string, MetaSchema>;
  additionalProperties?: boolean | MetaSchema;
  propertyNames?: MetaSchema;
  items?: MetaSchema;
  anyOf?: MetaSchema[];
  oneOf?: MetaSchema[];
  discriminator?: { propertyName: string };
  /**
   * What references within it see besides what those around it see: a scope by name, or a root and the list whose entries it stands
   * for.
   */
  'x-scope'?: ScopeName | Readonly<Record<string, string>>;
  /** Of a reference: what it starts at, when that is no named root. */
  'x-root'?: RootName;
  /** Of a part that makes a call: the key that names it. What `with` leaves out is bound to what declares it. */
  'x-call'?: string;
  /** Of a name that leads to something else than a call: what. */
  'x-names'?: 'card' | 'form';
}

/** The meta-schemas, as they are in `schemas/meta`. */
export const metaSchemas = { language: language as MetaSchema, module: module as MetaSchema, tenant: tenant as MetaSchema };

/** What a definition can be checked against. */
export type Root = 'Module' | 'TenantSettings';

/** Every named part of the language; names are unique over the three files, as the generated types need them to be. */
export const parts: Readonly<Partial<Record<PartName, MetaSchema>>> = {
  ...metaSchemas.language.$defs,
  ...metaSchemas.module.$defs,
  ...metaSchemas.tenant.$defs,
  Module: metaSchemas.module,
  TenantSettings: metaSchemas.tenant,
};

/** A place in a meta-schema after its references were followed. */
interface Resolved {
  schema: MetaSchema;
  /** The parts passed on the way, outermost first. */
  names: PartName[];
  /** All schemas on the way, which may be annotated. */
  passed: MetaSchema[];
}

/**
 * Follows references and takes the branch of an anyOf or oneOf that a value belongs to.
 * @param schema where to start
 * @param value the value that stands there; it decides between branches
 */
export function resolve(schema: MetaSchema, value: Json, names: PartName[] = [], passed: MetaSchema[] = []): Resolved {
  passed.push(schema);
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1) ?? '';
  const target = getOwn(parts, name);
  if (target !== undefined) return resolve(target, value, [...names, name as PartName], passed);
  const branch = chooseBranch(schema, value);
  if (branch !== undefined) return resolve(branch, value, names, passed);
  const named = schema.properties !== undefined && schema.title !== undefined && /^[A-Z][A-Za-z]+$/.test(schema.title);
  return { schema, names: named && names.at(-1) !== schema.title ? [...names, schema.title as PartName] : names, passed };
}

/**
 * Returns the branch of an anyOf or oneOf that a value most likely means: by its discriminator, else by its type, else by the keys
 * it shares.
 */
export function chooseBranch(schema: MetaSchema, value: Json): MetaSchema | undefined {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches === undefined) return undefined;
  const tag = schema.discriminator?.propertyName;
  if (tag !== undefined) return branches.find((branch) => isObject(value) && deref(branch).properties?.[tag]?.const === getOwn(value, tag));
  const fitting = branches.filter((branch) => hasType(deref(branch), value));
  const shared = (branch: MetaSchema): number =>
    isObject(value) ? Object.keys(value).filter((key) => getOwn(deref(branch).properties, key) !== undefined).length : 0;
  return fitting.length > 1 ? fitting.toSorted((a, b) => shared(b) - shared(a))[0] : fitting[0];
}

/** Follows references without choosing branches. */
export function deref(schema: MetaSchema): MetaSchema {
  const target = schema.$ref === undefined ? undefined : getOwn(parts, schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
  return target === undefined ? schema : deref(target);
}

function hasType(schema: MetaSchema, value: Json): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => hasType(deref(branch), value));
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.length === 0 || types.includes(getJsonType(value)) || (typeof value === 'number' && types.includes('number'));
}

/** Returns the JSON type of a value, a whole number being an integer. */
function getJsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
