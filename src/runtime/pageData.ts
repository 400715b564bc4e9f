import type { Joins, Page } from '../model/definitions.g';
import type { ClientEndpoint, CompiledCodelist } from '../model/compiled';
import type { JsonObject, ListState, PageData, Reply } from '../model/payload';
import { holds } from './condition';
import { readChoices } from './choices';
import { loadList } from './listData';
import { readListState } from './listState';
import { resolve, type Scope } from './scope';
import { evaluate, evaluateAll } from './value';

/** Values of a call's parameters by name. */
export type CallValues = Record<string, string | number | boolean>;
/** Makes a call of the back end; never rejects, a failure is a reply that is not ok. */
export type Call = (endpoint: ClientEndpoint, values: CallValues) => Promise<Reply>;

/** A page and what it takes to fetch its data. */
export interface PageSource {
  page: Page;
  endpoints: Readonly<Record<string, ClientEndpoint>>;
  codelists: Readonly<Record<string, CompiledCodelist>>;
  query: Readonly<Record<string, string>>;
  /** Roots besides the page's own data: site, texts, now, viewer, tenant. */
  roots: Scope;
  now: number;
}

const noState: ListState = { page: 1, filters: {}, keyword: '' };

/**
 * Fetches everything that a page shows, on the server and in the browser alike: ad-slot lookups and choices first, then the
 * main call with its joins, then the loads, those that refer to others after them.
 */
export async function loadPage(source: PageSource, call: Call): Promise<PageData> {
  const { page } = source;
  const data: PageData = { state: page.kind === 'list' ? readListState(page, source.query) : noState, loads: {}, lookup: {}, groups: {}, labels: {}, failures: [] };
  await Promise.all([loadLookups(source, call, data), readChoices(source, call, data)]);
  if (page.kind === 'list') data.main = await loadList(page, source, call, data);
  if (page.kind === 'detail') data.main = await loadItem(source, call, data);
  if (data.main && !data.main.ok) data.failures.push(data.main.message ?? '');
  else await loadOthers(source, call, data);
  return data;
}

/** Everything that references of a page can reach. */
export function pageScope(source: Pick<PageSource, 'query' | 'roots'>, data: PageData): Scope {
  return { ...source.roots, ...data.loads, query: source.query, lookup: data.lookup, item: data.main?.item, total: data.main?.total, page: data.state.page };
}

/** The endpoint that a built-in service answers, among those that a page may call. */
export function serviceEndpoint(source: Pick<PageSource, 'endpoints'>, service: string): ClientEndpoint | undefined {
  return Object.values(source.endpoints).find((endpoint) => endpoint.service === service);
}

async function loadLookups(source: PageSource, call: Call, data: PageData): Promise<void> {
  const endpoint = serviceEndpoint(source, 'site.slot');
  const scope = pageScope(source, data);
  await Promise.all(Object.entries(source.page.lookups ?? {}).map(async ([name, lookup]) => {
    const reply = endpoint && (await call(endpoint, { slotName: lookup.slot }));
    const adverts = (reply?.rows ?? []).flatMap((slot) => (Array.isArray(slot['adDetails']) ? slot['adDetails'] : []));
    const hit = adverts.find((advert) => Object.entries(lookup.match ?? {}).every(([field, value]) => resolve(field, advert) === evaluate(value, scope)));
    const found = resolve(lookup.take, hit) ?? lookup.else;
    if (found !== undefined && found !== null && typeof found !== 'object') data.lookup[name] = found;
  }));
}

async function loadItem(source: PageSource, call: Call, data: PageData): Promise<Reply> {
  const { page } = source;
  const endpoint = page.kind === 'detail' ? source.endpoints[page.source] : undefined;
  if (page.kind !== 'detail' || !endpoint) return failure;
  const reply = await call(endpoint, evaluateAll(page.with, pageScope(source, data)));
  if (reply.ok && reply.item) await joinRows(source, call, data, [reply.item], page.joins);
  return reply.ok && !reply.item ? { ...reply, ok: false, status: 404 } : reply;
}

const failure: Reply = { ok: false, rows: [], total: 0, status: 500 };

/** Puts the rows of second replies into the rows of the first, matched by key (ledger COUNT-02). */
export async function joinRows(source: PageSource, call: Call, data: PageData, rows: JsonObject[], joins: Joins = {}): Promise<void> {
  await Promise.all(Object.entries(joins).map(async ([name, join]) => {
    const endpoint = source.endpoints[join.source];
    const keys = rows.map((row) => String(resolve(join.key, row) ?? '')).filter((key) => key !== '');
    const scope = { item: rows[0], ...pageScope(source, data), row: rows[0] };
    const values = { ...evaluateAll(join.with, scope), ...(join.keys === undefined ? {} : { [join.keys]: keys.join(',') }) };
    const reply = endpoint && keys.length > 0 ? await call(endpoint, values) : failure;
    const found = new Map([...reply.rows, ...(reply.item ? [reply.item] : [])].map((row) => [String(resolve(join.on, row)), row]));
    for (const row of rows) row[name] = { ...join.defaults, ...found.get(String(resolve(join.key, row))) };
  }));
}

async function loadOthers(source: PageSource, call: Call, data: PageData): Promise<void> {
  const waiting = new Map(Object.entries(source.page.loads ?? {}));
  for (let depth = 0; depth < 3 && waiting.size > 0; depth += 1) {
    const ready = [...waiting].filter(([, load]) => !references(load, waiting));
    for (const [name] of ready) waiting.delete(name);
    const scope = pageScope(source, data);
    await Promise.all(ready.map(async ([name, load]) => {
      const endpoint = source.endpoints[load.source];
      if (!endpoint || !holds(load.when, scope)) return;
      const excluded = evaluate(load.exclude, scope);
      const limit = load.limit === undefined ? {} : sizeValues(endpoint, load.limit + (excluded === undefined ? 0 : 1));
      const reply = await call(endpoint, { ...limit, ...evaluateAll(load.with, scope) });
      const rows = excluded === undefined ? reply.rows : reply.rows.filter((row) => row['id'] !== excluded);
      const trimmed = load.limit === undefined ? rows : rows.slice(0, load.limit);
      await joinRows(source, call, data, trimmed, load.joins);
      data.loads[name] = { ...reply, rows: trimmed };
      if (!reply.ok && load.required) data.failures.push(reply.message ?? '');
    }));
  }
}

function references(load: unknown, names: ReadonlyMap<string, unknown>): boolean {
  if (typeof load === 'string') return load.startsWith('/') && names.has(load.split('/')[1] ?? '');
  return load !== null && typeof load === 'object' && Object.entries(load).some(([key, part]) => key !== 'source' && references(part, names));
}

/** Page one of a given size, under the names that the endpoint gives its paging. */
export function sizeValues(endpoint: ClientEndpoint, size: number): CallValues {
  return endpoint.paging ? { [endpoint.paging.page]: 1, [endpoint.paging.size]: size } : {};
}
