import type { ListPage } from '../model/definitions.g';
import type { ClientEndpoint } from '../model/compiled';
import type { PageData, Reply } from '../model/payload';
import { itemMatches } from './match';
import { joinRows, pageScope, type Call, type CallValues, type PageSource } from './pageData';
import { evaluateAll } from './value';

/** Fetches the rows of a list in its state. A list that pages by `more` fetches all pages up to its own. */
export async function loadList(page: ListPage, source: PageSource, call: Call, data: PageData): Promise<Reply> {
  const endpoint = source.endpoints[page.source];
  if (!endpoint) return { ok: false, rows: [], total: 0, status: 500 };
  const size = page.pageSize ?? 12;
  const asked = listValues(page, source, data);
  const reply = page.paging === 'whole' ? await loadWhole(endpoint, asked, page, source, data, call) : await loadSome(endpoint, asked, page, data, call, size);
  if (reply.ok) await joinRows(source, call, data, reply.rows, page.joins);
  return reply;
}

async function loadSome(endpoint: ClientEndpoint, asked: CallValues, page: ListPage, data: PageData, call: Call, size: number): Promise<Reply> {
  const paging = endpoint.paging;
  if (!paging) return call(endpoint, asked);
  const first = page.paging === 'more' ? 1 : data.state.page;
  const numbers = Array.from({ length: data.state.page - first + 1 }, (_, index) => first + index).slice(-50);
  const replies = await Promise.all(numbers.map((number) => call(endpoint, { ...asked, [paging.page]: number, [paging.size]: size })));
  const last = replies.at(-1) ?? { ok: false, rows: [], total: 0 };
  return replies.find((reply) => !reply.ok) ?? { ...last, rows: replies.flatMap((reply) => reply.rows) };
}

/** Everything is fetched by one call with its fixed values; filters and pages are applied here (ledger ACT-11). */
async function loadWhole(endpoint: ClientEndpoint, asked: CallValues, page: ListPage, source: PageSource, data: PageData, call: Call): Promise<Reply> {
  const fixed = evaluateAll(page.with, pageScope(source, data));
  const reply = await call(endpoint, endpoint.paging ? { ...fixed, [endpoint.paging.page]: 1 } : fixed);
  const narrowing = Object.entries(asked).filter(([name]) => !(name in fixed));
  const rows = reply.rows.filter((row) => narrowing.every(([name, value]) => {
    const param = endpoint.params[name];
    return !param || itemMatches(row, param, String(value), source.now);
  }));
  const size = page.pageSize ?? 12;
  return { ...reply, total: rows.length, rows: rows.slice((data.state.page - 1) * size, data.state.page * size) };
}

/** The parameters that a list's state asks for: fixed values, then tab, sort, filters and search. */
export function listValues(page: ListPage, source: Pick<PageSource, 'query' | 'roots'>, data: PageData): CallValues {
  const scope = pageScope(source, data);
  const { state } = data;
  const tab = page.tabs?.[state.tab ?? Object.keys(page.tabs)[0] ?? ''];
  const sort = page.sorts?.[state.sort ?? Object.keys(page.sorts)[0] ?? ''];
  const values: CallValues = { ...filterValues(page, data), ...evaluateAll(page.with, scope), ...evaluateAll(tab?.with, scope), ...evaluateAll(sort?.with, scope) };
  const fields = page.search?.fields ?? {};
  const field = fields[state.field ?? (page.search?.choose === undefined ? Object.keys(fields)[0] ?? '' : '')];
  if (state.keyword !== '' && field) values[field.param] = state.keyword;
  return values;
}

/** Filters that share a parameter, such as the groups of a tree of types, are joined by commas. */
function filterValues(page: ListPage, data: PageData): CallValues {
  const values: CallValues = {};
  for (const [name, filter] of Object.entries(page.filters ?? {})) {
    const chosen = data.state.filters[name];
    if (!chosen) continue;
    if (filter.dates) {
      if (chosen[0]) values[filter.dates.from] = chosen[0];
      if (chosen[1]) values[filter.dates.to] = chosen[1];
    } else if (filter.param !== undefined) values[filter.param] = filter.param in values ? `${values[filter.param]},${chosen.join(',')}` : chosen.join(',');
  }
  return values;
}
