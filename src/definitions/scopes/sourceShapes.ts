import type { Endpoint, Load, Module } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { services } from '../../model/services';
import { parts, type MetaSchema } from '../language/metaSchemas';
import { findEndpoint, type ModuleScope } from '../language/names';
import type { Scope } from './scopes';
import { anything, followReference, describeItem, describeRecord, type Shape } from './shapes';

/** Returns the shape of the items of a module, with the fields that only the server reads. */
export function describeOpenItem(module: unknown, scope: ModuleScope): Shape {
  const definition = module === undefined || module === scope.module ? scope.definition : scope.around.module(String(module));
  return definition === undefined ? anything : revealPrivate(describeItem(definition.item));
}

/** Returns the shape of the rows or the item that a source answers with, and of the lists that come along with it. */
export function describeSource(source: string, scope: ModuleScope): Shape {
  const endpoint = findEndpoint(source, scope);
  if (endpoint === undefined) return anything;
  const answered = findAnswered(endpoint.value, scope);
  if (answered) return describeItem(answered.item);
  // Who handed an item in may read all of it.
  const shape =
    endpoint.value.own === undefined ? describeItem(endpoint.definition.item) : revealPrivate(describeItem(endpoint.definition.item));
  const { include } = endpoint.value;
  if (include === undefined || shape.open) return shape;
  const within = { ...scope, module: endpoint.module, definition: endpoint.definition };
  const lists = Object.entries(include).map(
    ([name, list]) => [name, { type: 'array', items: describeEntry(list.source, within) }] as const,
  );
  return { ...shape, properties: { ...Object.fromEntries(lists), ...shape.properties } };
}

/** Returns the module whose items a call answers with, where its service lists these by a call of another module; else undefined. */
export function findAnswered({ service = '' }: Endpoint, { module: name, definition, around }: ModuleScope): Module | undefined {
  const { answers } = getOwn(services, service) ?? {};
  if (answers === undefined) return undefined;
  const get = (other: string): Module | undefined => (other === name ? definition : around.module(other));
  const found = around.moduleNames().find((other) => Object.values(get(other)?.endpoints ?? {}).some((call) => call.service === answers));
  return found === undefined ? undefined : get(found);
}

/** Returns the shape of the entries of a list that comes along with an item; nothing comes along with these in turn. */
export function describeEntry(source: string, scope: ModuleScope): Shape {
  const endpoint = findEndpoint(source, scope);
  return endpoint === undefined ? anything : describeItem(endpoint.definition.item);
}

/** Returns the shape of what a load leaves under its name. */
export function describeReply(load: Pick<Load, 'source' | 'joins'>, scope: Scope): Shape {
  const item = addJoins(describeSource(load.source, scope), [load], scope);
  return describeRecord({
    rows: { type: 'array', items: item },
    total: { type: 'integer' },
    item,
    previous: item,
    next: item,
    ok: { type: 'boolean' },
    message: { type: 'string' },
    // While it is not known yet who asks for what is a member's own.
    withheld: { type: 'boolean' },
  });
}

/** Returns what is known of the reply that decides on what happens: `data` is the item, or the words where there is none. */
export function describeOutcome(source: string, scope: Scope): Shape {
  const reply = describeReply({ source }, scope);
  return { ...reply, properties: { ...reply.properties, data: anything } };
}

/** Returns the shape of the entries of a list that a reference leads to. */
export function describeRowsAt(reference: string, scope: Scope): Shape {
  const list = followReference(describeRecord(scope.roots), reference, true).shape;
  return list?.items ?? anything;
}

/** Returns a shape with the fields that joins add to it. */
export function addJoins(shape: Shape, pages: readonly Pick<Load, 'joins'>[], scope: Scope): Shape {
  const joins = pages.flatMap((page) => Object.entries(page.joins ?? {}));
  if (shape.open || joins.length === 0) return shape;
  const joined = Object.fromEntries(joins.map(([name, { source }]) => [name, describeSource(source, scope)]));
  return { ...shape, properties: { ...shape.properties, ...joined } };
}

const findEntrySchema = (map: MetaSchema | undefined): MetaSchema =>
  typeof map?.additionalProperties === 'object' ? map.additionalProperties : {};
const slot = findEntrySchema(parts['TenantSettings']?.properties?.['slots']);
/** The fields of an ad slot and of its adverts. */
export const advertFields = [
  ...Object.keys(slot.properties ?? {}),
  ...Object.keys(findEntrySchema(slot.properties?.['adDetails']).properties ?? {}),
].filter((name) => !['adDetails', 'before', 'after'].includes(name));

/** Within the definition of a call private fields may be named: the server reads them. */
function revealPrivate(shape: Shape): Shape {
  if (shape.properties === undefined) return shape;
  const fields = Object.entries(shape.properties).map(([name, field]) => [name, field.private ? { ...field, private: false } : field]);
  return { ...shape, properties: Object.fromEntries(fields) as Record<string, Shape> };
}

/** Returns the shape of the rows that joins are joined into. */
export function describeMainRows(scope: Scope): Shape {
  const page = scope.page?.page;
  if (scope.rows !== undefined) return scope.rows;
  return page === undefined || page.kind === 'composed' || page.kind === 'form' ? anything : describeSource(page.source, scope);
}

/** Returns the shape of the entries of the list that a display shows. */
export function describeEntries(value: unknown, scope: Scope): Shape {
  const shape = typeof value === 'string' ? followReference(describeRecord(scope.roots), value, true).shape : undefined;
  return shape?.type === 'array' ? (shape.items ?? anything) : anything;
}
