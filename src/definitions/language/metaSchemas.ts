import language from '../../../schemas/meta/language.schema.json';
import module from '../../../schemas/meta/module.schema.json';
import tenant from '../../../schemas/meta/tenant.schema.json';
import type { PartName, RootName, ScopeName } from '../../model/definitions.g';
import { getOwn, type Json } from '../../model/json';

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
  maxLength?: number;
  minimum?: number;
  maximum?: number;
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

/** Follows references without choosing branches. */
export function deref(schema: MetaSchema): MetaSchema {
  const target = schema.$ref === undefined ? undefined : getOwn(parts, schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
  return target === undefined ? schema : deref(target);
}
