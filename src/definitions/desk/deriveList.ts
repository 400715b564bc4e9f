import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Codelist, Property } from '../../model/definitions.g';
import { getOwn, type Json, type JsonObject } from '../../model/json';
import { hasBin, removedState } from '../../runtime/lifecycle';
import { commonQuery, listQuery } from '../scopes/scopes';
import { findHints } from './choices';
import { listColumns, toColumnOptions } from './columns';

/** Names in addresses of lists that no filter can have. */
const reserved: ReadonlySet<string> = new Set([...commonQuery, ...listQuery, 'column', 'state']);
/** So many fields of an item, besides its title, can narrow a list. */
const mostFilters = 4;
/** States of items that the desk knows besides those of the module, and what else can be looked for there, with their words. */
const deskStates = {
  draft: 'deskDrafts',
  withdrawn: 'deskWithdrawn',
  changed: 'deskChanged',
  scheduled: 'deskScheduled',
  [removedState]: 'deskRemoved',
} as const;

/** The words that visitors handed in, such as those of a comment, whose title is only that of what it is about. */
function deriveWords({ definition: { contribution, item } }: CompiledModule): JsonObject {
  const name = contribution?.text?.slice(1);
  if (name === undefined) return {};
  return { words: { value: `/row/${name}`, format: 'stripped', lines: 2, label: getOwn(item?.properties, name)?.title ?? name } };
}

/** Returns what a list shows of the items besides title, state and last change. */
export function deriveColumns(module: CompiledModule, site: CompiledPortal): JsonObject {
  const { roles, item, admin } = module.definition;
  if (!admin?.columns)
    return {
      ...deriveWords(module),
      ...(roles?.time === undefined ? {} : { time: { value: `/row${roles.time}`, format: 'dateTime', label: '/texts/deskSortTime' } }),
    };
  const { codelists } = findHints(module, site);
  return Object.fromEntries(
    Object.entries(admin.columns).map(([name, { label, format }]): [string, Json] => {
      const property = getOwn(item?.properties, name);
      // The words of a code, unless another format was asked for.
      const isCode = format === undefined && codelists.has(name);
      const shown = isCode ? undefined : (format ?? (property && chooseFormat(property)));
      const look = { ...(isCode ? { codelist: name } : {}), ...(shown === undefined ? {} : { format: shown }) };
      return [name, { value: `/row/${name}`, label: label ?? property?.title ?? name, ...look }];
    }),
  );
}

const chooseFormat = ({ type, format, contentMediaType }: Property): string | undefined =>
  contentMediaType !== undefined
    ? 'stripped'
    : format === 'date-time'
      ? 'dateTime'
      : format === 'date'
        ? 'date'
        : type === 'array'
          ? 'tags'
          : undefined;

/** Returns the orders of the list, the one that it has at first in front. */
export function deriveSorts({ definition: { roles, item, admin } }: CompiledModule): JsonObject {
  const sort = (label: string, by: string): JsonObject => ({ label, with: { sort: { const: by } } });
  const sorts: Record<string, JsonObject> = {
    updated: sort('/texts/deskSortUpdated', '-updated'),
    ...(roles?.time === undefined ? {} : { time: sort('/texts/deskSortTime', '-time') }),
    title: sort('/texts/deskSortTitle', 'title'),
  };
  if (admin?.sort === undefined) return sorts;
  const name = admin.sort.replace('-', '');
  const label = getOwn(item?.properties, name)?.title ?? name;
  const { [name]: known, ...others } = sorts;
  return { [name]: { ...(known ?? sort(label, admin.sort)), with: { sort: { const: admin.sort } } }, ...others };
}

/** Returns the ways to narrow the list: by state, by column where the module stands in several, and by the fields that `admin` names, else those with a code list. */
export function deriveFilters(module: CompiledModule, site: CompiledPortal): JsonObject {
  const { definition, lifecycle } = module;
  const states = [
    ...Object.entries(lifecycle.states).map(([name, { label }]): [string, Json] => [name, { value: name, label: label as Json }]),
    ...Object.entries(deskStates)
      .filter(([name]) => !Object.hasOwn(lifecycle.states, name) && (name !== removedState || hasBin(module)))
      .map(([name, text]): [string, Json] => [name, { value: name, label: `/texts/${text}` }]),
  ];
  const found: [string, JsonObject][] = [['state', { label: '/texts/deskState', param: 'state', options: Object.fromEntries(states) }]];
  const column = definition.roles?.column?.slice(1);
  const columns = listColumns(site, module);
  if (column !== undefined && columns.length > 1) {
    const options = toColumnOptions(columns) as object as JsonObject;
    found.push(['column', { label: '/texts/deskColumn', param: column, options }]);
  }
  const { codelists } = findHints(module, site);
  const own = definition.admin?.filters;
  for (const name of own ? Object.keys(own) : codelists.keys()) {
    const property = definition.item?.properties[name];
    if (!property || property.type === 'object' || name === column || reserved.has(name) || found.some(([taken]) => taken === name))
      continue;
    const choices = listChoices(codelists.get(name), property);
    if (choices) found.push([name, { label: own?.[name]?.label ?? property.title ?? name, param: name, ...choices }]);
  }
  return Object.fromEntries(own ? found : found.slice(0, 1 + mostFilters));
}

/** Returns what a field can be: the entries of its code list or its enumeration, yes and no. */
function listChoices({ dictionary, options }: Codelist = {}, { type, enum: values }: Property): JsonObject | undefined {
  if (dictionary !== undefined) return { dictionary };
  const plain = options
    ? Object.entries(options).map(([key, { value, label }]): [string, Json] => [key, { value, label: label as Json }])
    : (values ?? []).map((value, index): [string, Json] => [`choice${index}`, { value, label: String(value) }]);
  if (plain.length > 0) return { options: Object.fromEntries(plain) };
  if (type !== 'boolean') return undefined;
  return { options: { yes: { value: 'true', label: '/texts/deskYes' }, no: { value: 'false', label: '/texts/deskNo' } } };
}
