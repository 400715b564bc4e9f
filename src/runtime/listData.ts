import type { ListPage, Load, With } from '../model/definitions.g';
import type { ClientEndpoint } from '../model/compiled';
import type { ListState, PageData, Reply } from '../model/payload';
import { chooseDays, findCalendar, mostEntries } from './calendar';
import { buildMonth } from './month';
import { findVisible, type Filtered } from './filters';
import { askAlong, joinRows } from './joinRows';
import { rowsOfPage, type Controls } from './lists';
import { matchesParam } from './match';
import type { Call, CallValues, PageSource } from './pageData';
import { dropWrongEnds, findNarrower } from './ranges';
import { createPageScope } from './roots';
import { evaluateAll } from './value';

/** Fetches the rows of a list page in its state. A list that pages by `more` fetches all pages up to its own. */
export async function loadList(page: ListPage, source: PageSource, call: Call, data: PageData): Promise<Reply> {
  const endpoint = source.endpoints[page.source];
  if (!endpoint) return { ok: false, rows: [], total: 0, status: 500 };
  const { grows, size, state } = findPart(page, endpoint, data.state, source.now);
  const asked = buildListValues({ list: page, state, prefix: '', scope: createPageScope(source, data) }, endpoint);
  const along = askAlong(source, call, data, page.joins);
  const reply =
    page.paging === 'whole'
      ? await loadWhole(endpoint, asked, page, source, { ...data, state }, size, call)
      : await loadSome(endpoint, asked, { grows, size, page: state.page }, along.call);
  if (reply.ok) await joinRows(source, call, data, reply.rows, page.joins, along.found);
  return reply;
}

/** The part of a list that is fetched: a page of it, or the month of a calendar. */
function findPart(
  page: ListPage,
  endpoint: ClientEndpoint,
  state: ListState,
  now: number,
): { grows: boolean; size: number | undefined; state: ListState } {
  const calendar = findCalendar(page, state)?.calendar;
  if (!calendar) return { grows: page.paging === 'more', size: page.pageSize, state };
  const { first, last } = buildMonth(state.month, now);
  const size = Math.min(mostEntries, endpoint.paging?.max ?? mostEntries);
  return { grows: false, size, state: chooseDays(page, state, calendar, endpoint, [first, last]) };
}

/** Fetches the rows of a load whose list has a state of its own. */
export function loadStateful(load: Load, endpoint: ClientEndpoint, place: Omit<Filtered, 'list'>, call: Call): Promise<Reply> {
  return loadSome(
    endpoint,
    buildListValues({ ...place, list: load }, endpoint),
    { grows: load.paging === 'more', size: load.limit, page: place.state.page },
    call,
  );
}

async function loadSome(
  endpoint: ClientEndpoint,
  asked: CallValues,
  { grows, size = rowsOfPage, page }: { grows: boolean; size: number | undefined; page: number },
  call: Call,
): Promise<Reply> {
  const paging = endpoint.paging;
  if (!paging) return call(endpoint, asked);
  const values = { ...asked, [paging.size]: size };
  return grows ? fetchPages(endpoint, values, page, call) : call(endpoint, { ...values, [paging.page]: page });
}

/** Everything is fetched by one call with its fixed values; filters and pages are applied here (ledger ACT-11). */
async function loadWhole(
  endpoint: ClientEndpoint,
  asked: CallValues,
  page: ListPage,
  source: PageSource,
  data: PageData,
  size: number | undefined,
  call: Call,
): Promise<Reply> {
  const fixed = evaluateAll(page.with, createPageScope(source, data));
  const reply = await call(endpoint, endpoint.paging ? { ...fixed, [endpoint.paging.page]: 1 } : fixed);
  const narrowing = Object.entries(asked).filter(([name]) => !(name in fixed));
  const rows = reply.rows.filter((row) =>
    narrowing.every(([name, value]) => {
      const param = endpoint.params[name];
      return !param || matchesParam(row, param, String(value), source.now);
    }),
  );
  const shown = size ?? rowsOfPage;
  return { ...reply, total: rows.length, rows: rows.slice((data.state.page - 1) * shown, data.state.page * shown) };
}

/** The parameters that a list's state asks for: fixed values, then tab, sort, filters and search. */
function buildListValues(filtered: Filtered & { list: { with?: With } }, { counts }: Pick<ClientEndpoint, 'counts'>): CallValues {
  const { list, state, scope } = filtered;
  const tab = list.tabs?.[state.tab ?? Object.keys(list.tabs)[0] ?? ''];
  const sort = list.sorts?.[state.sort ?? Object.keys(list.sorts)[0] ?? ''];
  const chosen = buildFilterValues(list, state);
  const fixed = { ...evaluateAll(list.with, scope), ...evaluateAll(tab?.with, scope), ...evaluateAll(sort?.with, scope) };
  const values: CallValues = { ...chosen, ...fixed, ...findNarrower(list.filters, chosen, fixed) };
  const fields = list.search?.fields ?? {};
  const field = fields[state.field ?? (list.search?.choose === undefined ? (Object.keys(fields)[0] ?? '') : '')];
  if (state.keyword !== '' && field) values[field.param] = state.keyword;
  const counted =
    counts &&
    findVisible(filtered).filters.flatMap(([, filter]) =>
      filter.counts || filter.years || filter.codelist !== undefined ? [filter.param] : [],
    );
  if (counts && counted && counted.length > 0) values[counts.param] = counted.join(',');
  return values;
}

/** Filters that share a parameter, such as the groups of a tree of types, are joined by commas. */
function buildFilterValues(list: Controls, state: ListState): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, filter] of Object.entries(list.filters ?? {})) {
    const chosen = state.filters[name];
    if (!chosen) continue;
    const ends = filter.dates ?? filter.numbers;
    if (ends) {
      const [from, to] = dropWrongEnds(filter, chosen);
      if (from) values[ends.from] = from;
      if (to) values[ends.to] = to;
    } else if (filter.param !== undefined)
      values[filter.param] = filter.param in values ? `${values[filter.param]},${chosen.join(',')}` : chosen.join(',');
  }
  return values;
}

/** Pages that are fetched at most of a list that grows. */
const mostPages = 50;

/**
 * Returns the pages of a list from the first to the one asked for, or to the last there is, as one reply: of very many the last of them.
 * @returns the first failure among them, if there is one
 */
export async function fetchPages(endpoint: ClientEndpoint, values: CallValues, last: number, call: Call): Promise<Reply> {
  const { paging } = endpoint;
  if (!paging) return call(endpoint, values);
  const ask = (number: number): Promise<Reply> => call(endpoint, { ...values, [paging.page]: number });
  const first = await ask(1);
  const size = Math.max(1, Number(values[paging.size] ?? first.rows.length));
  let there = Math.ceil(first.total / size);
  const numbers = Array.from({ length: Math.min(last, there) }, (_, index) => index + 1).slice(-mostPages);
  const others = await Promise.all(numbers.filter((number) => number > 1).map(ask));
  const replies = numbers[0] === 1 ? [first, ...others] : others;
  // Where nobody knows how many there are, each page tells of the next.
  while (there < last && Number(replies.at(-1)?.total) > there * size && replies.length < mostPages) replies.push(await ask((there += 1)));
  return replies.find((reply) => !reply.ok) ?? { ...(replies.at(-1) ?? first), rows: replies.flatMap((reply) => reply.rows) };
}
