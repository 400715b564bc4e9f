import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Codelist, Option, Page, Types } from '../../model/definitions.g';
import { asObject, asString, getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { splitName } from '../language/names';
import { findHints } from './choices';
import { listColumns, toColumnOptions } from './columns';

/**
 * Returns the fields of a module's items that hold ids of the types of its columns: those that filters by type match, those that are labelled by
 * the code list of types, and those that forms fill in with them.
 */
export function findTypeFields({ name, definition, endpoints }: CompiledModule): ReadonlySet<string> {
  const found = new Set<string>();
  const codelists = new Set(Object.entries(definition.codelists ?? {}).flatMap(([key, { types }]) => (types ? [key] : [])));
  const visit = (value: unknown, source: string | undefined): void => {
    if (Array.isArray(value)) return value.forEach((part) => visit(part, source));
    if (!isObject(value)) return;
    const own = typeof value['source'] === 'string' ? value['source'] : source;
    const { types, param, codelist } = value;
    if (types === true && typeof param === 'string' && own !== undefined) {
      const call = splitName(own, name);
      const field = call.module === name ? getOwn(getOwn(endpoints, call.name)?.params, param)?.field : undefined;
      if (field !== undefined) found.add(field.slice(1));
    }
    if (typeof codelist === 'string' && codelists.has(splitName(codelist, name).name)) {
      const field = /^\/(?:item|row)\/([A-Za-z0-9]+)(?:\/0)?$/.exec(String(value['value']))?.[1];
      if (field !== undefined) found.add(field);
    }
    for (const part of Object.values(value)) visit(part, own);
  };
  for (const page of Object.values<Page>(definition.pages)) visit(page, undefined);
  visit(definition.cards, undefined);
  for (const { fields } of Object.values(definition.forms ?? {}))
    for (const [field, { field: kind, sendAs = field }] of Object.entries(fields)) if (kind === 'types') found.add(sendAs);
  return found;
}

/**
 * Returns the types that an institution has for the columns of a module, as options of a field: each is offered while the column is chosen that has
 * it. Undefined where no column has any.
 */
export function listTypeOptions(module: CompiledModule, site: CompiledPortal): JsonObject | undefined {
  const column = module.definition.roles?.column;
  const columns = listColumns(site, module).filter(({ id }) => getOwn(site.settings.types, id) !== undefined);
  if (column === undefined || columns.length === 0) return undefined;
  const options = new Map<string, { label: string; columns: string[] }>();
  for (const { id } of columns)
    for (const { value, label } of listTypes(getOwn(site.settings.types, id) ?? {})) {
      const known = options.get(value);
      if (known) known.columns.push(id);
      else options.set(value, { label, columns: [id] });
    }
  const written = [...options].map(([value, { label, columns: of }], index): [string, Json] => [
    `type${index}`,
    { value, label, when: { [`/form${column}`]: { enum: of } } },
  ]);
  return Object.fromEntries(written);
}

/** Returns the code lists that say in words what is in a module's fields, by their names: its own, the columns of the menu, and their types. */
export function findLabels(module: CompiledModule, site: CompiledPortal): ReadonlyMap<string, Codelist> {
  const column = module.definition.roles?.column?.slice(1);
  const columns = listColumns(site, module);
  const types = Object.entries(listTypeOptions(module, site) ?? {}).map(([name, option]): [string, Option] => {
    const { value, label } = asObject(option);
    return [name, { value: asString(value), label: asString(label) }];
  });
  const options = Object.fromEntries(types);
  return new Map<string, Codelist>([
    ...findHints(module, site).codelists,
    ...(column === undefined || columns.length === 0 ? [] : [[column, { options: toColumnOptions(columns) }] as const]),
    ...(types.length === 0 ? [] : [...findTypeFields(module)].map((field) => [field, { options }] as const)),
  ]);
}

/** The types of a tree, those below another with its name in front. */
const listTypes = (types: Types, within = ''): { value: string; label: string }[] =>
  Object.values(types).flatMap(({ id, name, children }) => {
    const label = within === '' ? name : `${within} · ${name}`;
    return children && Object.keys(children).length > 0 ? listTypes(children, label) : [{ value: id, label }];
  });
