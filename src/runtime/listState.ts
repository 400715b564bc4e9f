import type { Page } from '../model/definitions.g';
import type { ListState } from '../model/payload';
import { isMonth, listViews } from './calendar';
import { isRange, readEnds } from './ranges';
import { findStatefulLists, toStateName, type Controls } from './lists';

type Query = Readonly<Record<string, string>>;

/**
 * Reads the state of a list from its address. Unknown names and impossible values are left out, so that a mistyped
 * address shows the list rather than an error.
 * @param prefix what its names in the address begin with
 */
export function readListState(list: Controls, query: Query, prefix = ''): ListState {
  const read = (name: string): string => query[toStateName(prefix, name)] ?? '';
  const number = /^\d{1,6}$/.test(read('page')) ? Number(read('page')) : 1;
  const filters: Record<string, string[]> = {};
  for (const [name, filter] of Object.entries(list.filters ?? {})) {
    const values = isRange(filter)
      ? readEnds(filter, [read(`${name}From`), read(`${name}To`)])
      : read(name)
          .split(',')
          .filter((value) => value !== '');
    if (values.some((value) => value !== '')) filters[name] = filter.multiple || isRange(filter) ? values : values.slice(0, 1);
  }
  return {
    page: Math.max(1, number),
    filters,
    keyword: (query[toKeywordName(list, prefix)] ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 100),
    sort: findKnown(list.sorts, read('sort')),
    tab: findKnown(list.tabs, read('tab')),
    field: findKnown(list.search?.fields, read('field')),
    ...readView(list, read),
  };
}

/** The chosen layout and its month, in a list of which visitors choose one. */
function readView(list: Controls, read: (name: string) => string): Pick<ListState, 'view' | 'month'> {
  const [, ...others] = listViews(list);
  const chosen = others.find(([name]) => name === read('view'));
  if (!chosen) return {};
  const [view, { calendar }] = chosen;
  return { view, ...(calendar && isMonth(read('month')) ? { month: read('month') } : {}) };
}

/** Returns the states of the lists that a page has besides its own, by the names of their loads. */
export function readLoadStates(page: Page, query: Query): Record<string, ListState> {
  return Object.fromEntries(
    findStatefulLists(page)
      .filter(({ prefix }) => prefix !== '')
      .map(({ prefix, list }) => [prefix, readListState(list, query, prefix)]),
  );
}

/** Returns the name in the address of a list that holds what was typed into its search. */
export const toKeywordName = (list: Pick<Controls, 'search'>, prefix = ''): string => list.search?.query ?? toStateName(prefix, 'keyword');

/** The names of the chosen layout and of its month. */
export const viewNames = ['view', 'month'];

/** By list and prefix: each of the many links of a list asks for them. */
const stateNames = new WeakMap<Controls, Map<string, ReadonlySet<string>>>();

/** Returns the names that the state of a list has in its address. */
export function collectStateNames(list: Controls, prefix = ''): ReadonlySet<string> {
  const known = stateNames.get(list) ?? new Map<string, ReadonlySet<string>>();
  stateNames.set(list, known);
  const names = known.get(prefix) ?? listStateNames(list, prefix);
  known.set(prefix, names);
  return names;
}

function listStateNames(list: Controls, prefix: string): ReadonlySet<string> {
  const views = listViews(list).length > 0 ? viewNames : [];
  const names = [
    'page',
    'sort',
    'tab',
    'field',
    ...views,
    ...Object.keys(list.filters ?? {}).flatMap((name) => [name, `${name}From`, `${name}To`]),
  ];
  return new Set([...names.map((name) => toStateName(prefix, name)), toKeywordName(list, prefix)]);
}

/** Returns the names that the states of all lists of a page have in its address. */
export const collectListNames = (page: Page): Set<string> =>
  new Set(findStatefulLists(page).flatMap(({ list, prefix }) => [...collectStateNames(list, prefix)]));

const findKnown = (names: object | undefined, name: string): string | undefined =>
  names !== undefined && Object.hasOwn(names, name) ? name : undefined;

/**
 * Returns the address of a list in a state: what the page was opened with stays, defaults are left out.
 * @param path the page's path
 * @param base the query that is not this list's state, such as columnId
 * @param prefix what its names in the address begin with
 */
export function buildListAddress(list: Controls, path: string, base: Query, state: ListState, prefix = ''): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string): void => query.set(toStateName(prefix, name), value);
  const own = collectStateNames(list, prefix);
  for (const [name, value] of Object.entries(base)) if (!own.has(name)) query.set(name, value);
  for (const [name, values] of Object.entries(state.filters)) {
    if (isRange(list.filters?.[name])) {
      if (values[0]) set(`${name}From`, values[0]);
      if (values[1]) set(`${name}To`, values[1]);
    } else if (values.length > 0) set(name, values.join(','));
  }
  if (state.tab !== undefined && state.tab !== Object.keys(list.tabs ?? {})[0]) set('tab', state.tab);
  if (state.sort !== undefined && state.sort !== Object.keys(list.sorts ?? {})[0]) set('sort', state.sort);
  if (state.keyword !== '') query.set(toKeywordName(list, prefix), state.keyword);
  if (state.keyword !== '' && state.field !== undefined) set('field', state.field);
  if (state.view !== undefined) set('view', state.view);
  if (state.month !== undefined) set('month', state.month);
  if (state.page > 1) set('page', String(state.page));
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}
