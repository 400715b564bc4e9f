import type { Filter } from '../model/definitions.g';
import type { FilterChoice, FilterGroup, Json, PageData, Reply } from '../model/payload';
import { holds } from './condition';
import { pageScope, serviceEndpoint, type Call, type PageSource } from './pageData';

interface TypeNode { id: string; name: string; children: TypeNode[] }

/**
 * Fetches the choices of a page's filters and the labels of its code lists: dictionaries and trees of types by one call
 * each (ledger CONV-15), areas by another (CONV-19).
 */
export async function readChoices(source: PageSource, call: Call, data: PageData): Promise<void> {
  const ask = once(source, call);
  const scope = pageScope(source, data);
  const filters = source.page.kind === 'list' ? Object.entries(source.page.filters ?? {}) : [];
  await Promise.all([
    ...filters.filter(([, filter]) => holds(filter.when, scope)).map(async ([name, filter]) => { data.groups[name] = await groupsOf(name, filter, ask); }),
    ...Object.entries(source.codelists).map(async ([name, codelist]) => {
      if (codelist.options) data.labels[name] = { ...codelist.options };
      else data.labels[name] = Object.fromEntries((codelist.dictionary === undefined ? flat(typesOf(await ask.choices(undefined))) : entriesOf(await ask.choices(codelist.dictionary))).map((choice) => [choice.value, choice.label]));
    }),
  ]);
}

interface Asking { choices(dictionary: string | undefined): Promise<Reply | undefined>; areas(): Promise<Reply | undefined> }

function once(source: PageSource, call: Call): Asking {
  const made = new Map<string, Promise<Reply | undefined>>();
  const remember = (key: string, make: () => Promise<Reply | undefined>): Promise<Reply | undefined> => {
    const known = made.get(key) ?? make();
    made.set(key, known);
    return known;
  };
  const columnId = source.query['columnId'];
  return {
    choices: (dictionary) => remember(`choices ${dictionary ?? ''}`, async () => {
      const endpoint = serviceEndpoint(source, 'site.choices');
      return endpoint && call(endpoint, { ...(dictionary === undefined ? {} : { dictParentCode: dictionary }), ...(columnId === undefined ? {} : { menuId: columnId }) });
    }),
    areas: () => remember('areas', async () => {
      const endpoint = serviceEndpoint(source, 'site.areas');
      const tenant = source.roots['tenant'];
      const code = tenant !== null && typeof tenant === 'object' && 'code' in tenant ? String(tenant.code) : '';
      return endpoint && call(endpoint, { museumCode: code });
    }),
  };
}

async function groupsOf(name: string, filter: Filter, ask: Asking): Promise<FilterGroup[]> {
  if (filter.types) return typeGroups(name, typesOf(await ask.choices(undefined)));
  if (filter.dictionary !== undefined) return [{ name, label: '', choices: entriesOf(await ask.choices(filter.dictionary)) }];
  if (filter.areas) return areaGroups(name, await ask.areas());
  return [];
}

/** Top nodes with children are groups of their own; without children they are the choices of one group. */
function typeGroups(name: string, nodes: TypeNode[]): FilterGroup[] {
  const single = nodes.filter((node) => node.children.length === 0).map((node) => ({ value: node.id, label: node.name }));
  const groups = nodes.filter((node) => node.children.length > 0).map((node) => ({ name, label: node.name, choices: flat(node.children) }));
  return [...(single.length > 0 ? [{ name, label: '', choices: single }] : []), ...groups];
}

function areaGroups(name: string, reply: Reply | undefined): FilterGroup[] {
  return (reply?.rows ?? []).map((group) => ({
    name, label: text(group['name']),
    choices: (Array.isArray(group['groupList']) ? group['groupList'] : []).map((area) => ({ value: field(area, 'code'), label: field(area, 'name') })).filter((choice) => choice.value !== ''),
  })).filter((group) => group.choices.length > 0);
}

const typesOf = (reply: Reply | undefined): TypeNode[] => nodesOf(reply?.item?.['customType']);
const nodesOf = (value: Json | undefined): TypeNode[] => (Array.isArray(value) ? value : []).map((node) => ({ id: field(node, 'id'), name: field(node, 'name'), children: node !== null && typeof node === 'object' && !Array.isArray(node) ? nodesOf(node['children']) : [] }));
const flat = (nodes: TypeNode[]): FilterChoice[] => nodes.flatMap((node) => [{ value: node.id, label: node.name }, ...flat(node.children)]);

function entriesOf(reply: Reply | undefined): FilterChoice[] {
  const entries = reply?.item?.['dictType'];
  return (Array.isArray(entries) ? entries : []).map((entry) => ({ value: field(entry, 'dictCode'), label: field(entry, 'dictName') }));
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const field = (value: Json | undefined, name: string): string => (value !== null && typeof value === 'object' && !Array.isArray(value) ? text(value[name]) : '');
