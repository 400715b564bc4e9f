import { createPageScope } from './roots';
import type { Filter, MapCategories } from '../model/definitions.g';
import type { CompiledCodelist } from '../model/compiled';
import { asList, asObject, asText, type Json } from '../model/json';
import type { FilterChoice, FilterGroup, ListState, PageData, Reply } from '../model/payload';
import { findVisible } from './filters';
import type { Call, PageSource } from './pageData';
import { findServiceEndpoint } from './pageSource';
import { columnTypes } from './typeGroups';
import { findStatefulLists, toStateName, type Controls } from './lists';
import type { Settled } from './settled';
import { findMapSections } from './sections';

interface TypeNode {
  id: string;
  name: string;
  children: TypeNode[];
}

/**
 * Fetches the choices of a page's filters and the labels of its code lists: dictionaries and trees of types by one call
 * each (ledger CONV-15), areas by another (CONV-19).
 * @param settled what is known of them
 */
export async function loadChoices(source: PageSource, call: Call, data: PageData, settled?: Settled): Promise<void> {
  const ask = askOnce(source, call);
  const scope = createPageScope(source, data);
  const lists = findStatefulLists(source.page).flatMap(({ prefix, list }) => {
    const state = prefix === '' ? data.state : data.states?.[prefix];
    return state ? [{ prefix, list, state }] : [];
  });
  await Promise.all([
    ...lists.flatMap(({ prefix, list, state }) =>
      findVisible({ list, state, prefix, scope }).filters.map(async ([name, filter]) => {
        const key = toStateName(prefix, name);
        const known = filter.dependsOn === undefined ? settled?.groups[key] : undefined;
        data.groups[key] = known?.length ? known : await buildGroups(key, filter, ask, findParentChoice(list, state, filter));
      }),
    ),
    ...findMapSections(source.page)
      .flatMap(({ categories }) => categories ?? [])
      .map(async (categories) => {
        const known = settled?.groups[categories.query];
        data.groups[categories.query] = known?.length ? known : await buildTree(categories, ask);
      }),
    ...Object.entries(source.codelists).map(async ([name, codelist]) => {
      if (codelist.options) {
        data.labels[name] = { ...codelist.options };
        return;
      }
      const known = settled?.labels[name];
      if (known && Object.keys(known).length > 0) {
        data.labels[name] = known;
        const tree = settled?.trees?.[name];
        if (tree) data.trees = { ...data.trees, [name]: tree };
        return;
      }
      const reply = await ask.choices(codelist.dictionary);
      data.labels[name] = collectLabels(codelist, reply);
      const entries = codelist.dictionary === undefined ? [] : readEntries(reply);
      if (entries.some(({ children }) => children)) data.trees = { ...data.trees, [name]: entries };
      if (name === columnTypes) data.trees = { ...data.trees, [name]: readTypes(reply).map(toChoice) };
    }),
  ]);
}

/** The words of a code list; of the same code in the types and in a dictionary those of the dictionary. */
function collectLabels({ types, dictionary }: CompiledCodelist, reply: Reply | undefined): Record<string, string> {
  const choices = [...(types ? flattenNodes(readTypes(reply)) : []), ...(dictionary === undefined ? [] : labelPaths(readEntries(reply)))];
  return Object.fromEntries(choices.map(({ value, label }) => [value, label]));
}

/** Entries with those below them, whose words follow theirs. */
const labelPaths = (entries: readonly FilterChoice[], above = ''): FilterChoice[] =>
  entries.flatMap(({ value, label, children = [] }) => {
    const words = above + label;
    return [{ value, label: words }, ...labelPaths(children, `${words} `)];
  });

interface Asking {
  choices(dictionary: string | undefined): Promise<Reply | undefined>;
  areas(): Promise<Reply | undefined>;
}

function askOnce(source: PageSource, call: Call): Asking {
  const made = new Map<string, Promise<Reply | undefined>>();
  const remember = (key: string, make: () => Promise<Reply | undefined>): Promise<Reply | undefined> => {
    const known = made.get(key) ?? make();
    made.set(key, known);
    return known;
  };
  const columnId = source.query['columnId'];
  return {
    choices: (dictionary) =>
      remember(`choices ${dictionary ?? ''}`, async () => {
        const endpoint = findServiceEndpoint(source, 'site.choices');
        return (
          endpoint &&
          call(endpoint, {
            ...(dictionary === undefined ? {} : { dictParentCode: dictionary }),
            ...(columnId === undefined ? {} : { menuId: columnId }),
          })
        );
      }),
    areas: () =>
      remember('areas', async () => {
        const endpoint = findServiceEndpoint(source, 'site.areas');
        const tenant = source.roots['tenant'];
        const code = tenant !== null && typeof tenant === 'object' && 'code' in tenant ? String(tenant.code) : '';
        return endpoint && call(endpoint, { museumCode: code });
      }),
  };
}

/** Returns what is chosen in the filter that another one makes finer by the same dictionary; undefined when it makes none finer. */
function findParentChoice({ filters }: Controls, state: ListState, { dependsOn, dictionary }: Filter): readonly string[] | undefined {
  const parent = dependsOn === undefined ? undefined : filters?.[dependsOn];
  return parent && dictionary !== undefined && parent.dictionary === dictionary ? (state.filters[dependsOn ?? ''] ?? []) : undefined;
}

/** @param above the entries whose finer ones are the choices; undefined: all at the top are */
async function buildGroups(name: string, filter: Filter, ask: Asking, above: readonly string[] | undefined): Promise<FilterGroup[]> {
  if (filter.types) return buildTypeGroups(name, readTypes(await ask.choices(undefined)));
  if (filter.dictionary !== undefined) {
    const entries = readEntries(await ask.choices(filter.dictionary));
    const choices = above ? entries.filter(({ value }) => above.includes(value)).flatMap(({ children = [] }) => children) : entries;
    return [{ name, label: '', choices }];
  }
  if (filter.areas) return buildAreaGroups(name, await ask.areas());
  return [];
}

/** The types of a map as a tree: the dictionary's entries where there are any, else the column's types (ledger CONV-15). */
async function buildTree({ query, types, dictionary }: MapCategories, ask: Asking): Promise<FilterGroup[]> {
  const reply = await ask.choices(dictionary);
  const entries = readEntries(reply);
  const choices = entries.length > 0 || types !== true ? entries : readTypes(reply).map(buildBranch);
  return choices.length === 0 ? [] : [{ name: query, label: '', choices }];
}

const toChoice = ({ id, name, children }: TypeNode): FilterChoice => ({
  value: id,
  label: name,
  ...(children.length > 0 ? { children: children.map(toChoice) } : {}),
});

/** A type with all finer ones below it: it stands for each of them. */
function buildBranch(node: TypeNode): FilterChoice {
  const children = node.children.map(buildBranch);
  return {
    value: [node.id, ...flattenNodes(node.children).map(({ value }) => value)].join(','),
    label: node.name,
    ...(children.length > 0 ? { children } : {}),
  };
}

/** Top nodes with children are groups of their own; without children they are the choices of one group. */
function buildTypeGroups(name: string, nodes: TypeNode[]): FilterGroup[] {
  const single = nodes.filter((node) => node.children.length === 0).map((node) => ({ value: node.id, label: node.name }));
  const groups = nodes
    .filter((node) => node.children.length > 0)
    .map((node) => ({ name, label: node.name, choices: flattenNodes(node.children) }));
  return [...(single.length > 0 ? [{ name, label: '', choices: single }] : []), ...groups];
}

function buildAreaGroups(name: string, reply: Reply | undefined): FilterGroup[] {
  return (reply?.rows ?? [])
    .map((group) => ({
      name,
      label: asText(group['name']),
      choices: asList(group['groupList'])
        .map((area) => ({ value: readField(area, 'code'), label: readField(area, 'name') }))
        .filter((choice) => choice.value !== ''),
    }))
    .filter((group) => group.choices.length > 0);
}

const readTypes = (reply: Reply | undefined): TypeNode[] => readNodes(reply?.item?.['customType']);
const readNodes = (value: Json | undefined): TypeNode[] =>
  asList(value).map((node) => ({
    id: readField(node, 'id'),
    name: readField(node, 'name'),
    children: readNodes(asObject(node)['children']),
  }));
const flattenNodes = (nodes: TypeNode[]): FilterChoice[] =>
  nodes.flatMap((node) => [{ value: node.id, label: node.name }, ...flattenNodes(node.children)]);

const readEntries = (reply: Reply | undefined): FilterChoice[] => readBelow(reply?.item?.['dictType']);

const readBelow = (entries: Json | undefined): FilterChoice[] =>
  asList(entries).map((entry) => {
    const children = readBelow(asObject(entry)['children']);
    return { value: readField(entry, 'dictCode'), label: readField(entry, 'dictName'), ...(children.length > 0 ? { children } : {}) };
  });

const readField = (value: Json | undefined, name: string): string => asText(asObject(value)[name]);
