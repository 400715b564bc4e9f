import type { ListPage } from '../model/definitions.g';
import type { ListState } from '../model/payload';

type Query = Readonly<Record<string, string>>;

/**
 * Reads the state of a list from its address. Unknown names and impossible values are left out, so that a mistyped
 * address shows the list rather than an error.
 */
export function readListState(page: ListPage, query: Query): ListState {
  const number = /^\d{1,6}$/.test(query['page'] ?? '') ? Number(query['page']) : 1;
  const filters: Record<string, string[]> = {};
  for (const [name, filter] of Object.entries(page.filters ?? {})) {
    const values = filter.dates ? [query[`${name}From`] ?? '', query[`${name}To`] ?? ''] : (query[name] ?? '').split(',').filter((value) => value !== '');
    if (values.some((value) => value !== '')) filters[name] = filter.multiple || filter.dates ? values : values.slice(0, 1);
  }
  return {
    page: Math.max(1, number), filters, keyword: (query['keyword'] ?? '').trim().slice(0, 100),
    sort: known(page.sorts, query['sort']), tab: known(page.tabs, query['tab']), field: known(page.search?.fields, query['field']),
  };
}

const known = (names: object | undefined, name: string | undefined): string | undefined => (name !== undefined && names !== undefined && Object.hasOwn(names, name) ? name : undefined);

/**
 * The address of a list in a state: what the page was opened with stays, defaults are left out.
 * @param path the page's path
 * @param base the query that is not state, such as columnId
 */
export function listAddress(page: ListPage, path: string, base: Query, state: ListState): string {
  const query = new URLSearchParams();
  const stateNames = new Set(['page', 'sort', 'tab', 'keyword', 'field', ...Object.keys(page.filters ?? {}).flatMap((name) => [name, `${name}From`, `${name}To`])]);
  for (const [name, value] of Object.entries(base)) if (!stateNames.has(name)) query.set(name, value);
  for (const [name, values] of Object.entries(state.filters)) {
    if (page.filters?.[name]?.dates) { if (values[0]) query.set(`${name}From`, values[0]); if (values[1]) query.set(`${name}To`, values[1]); }
    else if (values.length > 0) query.set(name, values.join(','));
  }
  if (state.tab !== undefined && state.tab !== Object.keys(page.tabs ?? {})[0]) query.set('tab', state.tab);
  if (state.sort !== undefined && state.sort !== Object.keys(page.sorts ?? {})[0]) query.set('sort', state.sort);
  if (state.keyword !== '') query.set('keyword', state.keyword);
  if (state.keyword !== '' && state.field !== undefined) query.set('field', state.field);
  if (state.page > 1) query.set('page', String(state.page));
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The state after a filter was changed: the list starts at its first page again (ledger CONV-05). */
export function withFilter(state: ListState, name: string, values: string[]): ListState {
  const filters = { ...state.filters };
  if (values.length === 0) delete filters[name];
  else filters[name] = values;
  return { ...state, filters, page: 1 };
}
