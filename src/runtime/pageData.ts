import type { Load, Page } from '../model/definitions.g';
import type { Json, JsonObject } from '../model/json';
import type { ClientEndpoint, CompiledCodelist } from '../model/compiled';
import type { ListState, PageData, Reply } from '../model/payload';
import { holds } from './condition';
import { loadChoices } from './choices';
import { dropHidden } from './filters';
import { loadComments } from './comments';
import type { JoinCall } from './joinCalls';
import { askAlong, joinRows } from './joinRows';
import { findStatefulLists } from './lists';
import { loadList, loadStateful, fetchPages } from './listData';
import { readListState, readLoadStates } from './listState';
import { loadLookups } from './lookups';
import { resolve } from '../model/pointer';
import { createPageScope, type Scope } from './roots';
import { pickSettled, type StateBefore } from './settled';
import { evaluate, evaluateAll } from './value';

/** Values of a call's parameters by name; rows and groups are in bodies alone. */
export type CallValues = Record<string, string | number | boolean | Json[] | JsonObject>;
/** What a call is made with besides its values. */
export interface CallOptions {
  /** The name that a submission gives itself, sent as Idempotency-Key. */
  key?: string;
  /** What is asked along with rows, by the names of joins: answered where that is possible. */
  joins?: Readonly<Record<string, JoinCall>>;
}
/** Makes a call of the back end; never rejects, a failure is a reply that is not ok. */
export type Call = (endpoint: ClientEndpoint, values: CallValues, options?: CallOptions) => Promise<Reply>;

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
 * Fetches everything that a page shows, on the server and in the browser alike: what waits for nothing at once, the main call with its joins
 * after the ad-slot lookups, the loads that refer to any of these, and those that refer to others, after them.
 * @param before the page in another state, of which what the institution has set is taken over
 */
export async function loadPage(source: PageSource, anybody: Call, before?: StateBefore): Promise<PageData> {
  const { page } = source;
  const settled = before && pickSettled(page, source.query['columnId'], before);
  const call = withholdPrivateCalls(source, anybody);
  const data: PageData = {
    state: page.kind === 'list' ? readListState(page, source.query) : noState,
    states: readLoadStates(page, source.query),
    loads: {},
    lookup: {},
    groups: {},
    labels: {},
    failures: [],
  };
  const early = startLoads(source, call, data);
  const choices = loadChoices(source, call, data, settled);
  // Who waits for it hears of its failure.
  choices.catch(() => undefined);
  await loadLookups(source, call, data, settled);
  forgetHidden(source, data);
  const [main] = await Promise.all([page.kind === 'list' ? loadList(page, source, call, data) : loadItem(source, call, data), choices]);
  if (main) data.main = main;
  if (data.main && !data.main.ok) data.failures.push(data.main.message ?? '');
  else {
    await loadOthers(source, call, data, early);
    await loadComments(page, source.endpoints, createPageScope(source, data), call, data);
  }
  return data;
}

/** What is chosen in filters that are not there counts for nothing, whatever the address says. */
function forgetHidden(source: PageSource, data: PageData): void {
  const scope = createPageScope(source, data);
  for (const { prefix, list } of findStatefulLists(source.page)) {
    const state = prefix === '' ? data.state : data.states?.[prefix];
    if (!state) continue;
    const left = dropHidden({ list, state, prefix, scope });
    if (prefix === '') data.state = left;
    else data.states = { ...data.states, [prefix]: left };
  }
}

/** Makes calls for members only where a member is known: pages that everybody shares are fetched without them. */
function withholdPrivateCalls({ roots }: PageSource, call: Call): Call {
  if (resolve('/viewer/signedIn', roots) === true) return call;
  return (endpoint, values, options) =>
    endpoint.viewer ? Promise.resolve<Reply>({ ok: true, rows: [], total: 0, withheld: true }) : call(endpoint, values, options);
}

async function loadItem(source: PageSource, call: Call, data: PageData): Promise<Reply | undefined> {
  const { page } = source;
  if (page.kind !== 'detail') return undefined;
  const endpoint = source.endpoints[page.source];
  if (!endpoint) return failure;
  const reply = await call(endpoint, evaluateAll(page.with, createPageScope(source, data)));
  if (reply.ok && reply.item) await joinRows(source, call, data, [reply.item], page.joins);
  return reply.ok && !reply.item && !reply.withheld ? { ...reply, ok: false, status: 404 } : reply;
}

const failure: Reply = { ok: false, rows: [], total: 0, status: 500 };

/**
 * Begins the loads that nothing of the page's other data decides, beside its main call: they are those that name none of it, in a reference or
 * an expression.
 */
function startLoads(source: PageSource, call: Call, data: PageData): Map<string, Promise<Reply>> {
  const { page, endpoints } = source;
  const scope = createPageScope(source, data);
  return new Map(
    listIndependent(page).flatMap(([name, load]) => {
      const endpoint = endpoints[load.source];
      if (!endpoint || data.states?.[name] || !holds(load.when, scope)) return [];
      const loading = loadOnce(load, endpoint, scope, call);
      loading.catch(() => undefined);
      return [[name, loading] as const];
    }),
  );
}

const independent = new WeakMap<Page, readonly (readonly [string, Load])[]>();

/** The loads of a list or a detail page that name nothing of its other data. */
function listIndependent(page: Page): readonly (readonly [string, Load])[] {
  const known = independent.get(page);
  if (known) return known;
  const loads = page.kind === 'list' || page.kind === 'detail' ? Object.entries(page.loads ?? {}) : [];
  const others = new RegExp(`\\b(${['item', 'total', 'page', 'lookup', ...loads.map(([name]) => name)].join('|')})\\b`);
  const found = loads.filter(([, { source: _source, joins: _joins, ...said }]) => !others.test(JSON.stringify(said)));
  independent.set(page, found);
  return found;
}

async function loadOthers(source: PageSource, call: Call, data: PageData, early: ReadonlyMap<string, Promise<Reply>>): Promise<void> {
  const waiting = new Map(Object.entries(source.page.loads ?? {}));
  for (let depth = 0; depth < 3 && waiting.size > 0; depth += 1) {
    const ready = [...waiting].filter(([, load]) => !refersTo(load, waiting));
    for (const [name] of ready) waiting.delete(name);
    const scope = createPageScope(source, data);
    await Promise.all(
      ready.map(async ([name, load]) => {
        const endpoint = source.endpoints[load.source];
        if (!endpoint || !holds(load.when, scope)) return;
        const state = data.states?.[name];
        const along = askAlong(source, call, data, load.joins);
        const reply = state
          ? await loadStateful(load, endpoint, { state, prefix: name, scope }, along.call)
          : await (early.get(name) ?? loadOnce(load, endpoint, scope, along.call));
        const rows = [...reply.rows, ...[reply.previous, reply.next].filter((row) => row !== undefined)];
        await joinRows(source, call, data, rows, load.joins, along.found);
        data.loads[name] = reply;
        if (!reply.ok && (load.required || state)) data.failures.push(reply.message ?? '');
      }),
    );
  }
}

/** Fetches what of a page waited until a member is known: its loads for members, and what refers to them. */
export async function loadWithheld(source: PageSource, call: Call, data: PageData): Promise<void> {
  const { page, endpoints } = source;
  const found = new Map<string, Load>();
  const waits = ([name, load]: [string, Load]): boolean =>
    !found.has(name) && (endpoints[load.source]?.viewer === true || refersTo(load, found));
  for (let more = Object.entries(page.loads ?? {}).filter(waits); more.length > 0;) {
    for (const [name, load] of more) found.set(name, load);
    more = Object.entries(page.loads ?? {}).filter(waits);
  }
  await loadOthers({ ...source, page: { ...page, loads: Object.fromEntries(found) } }, call, data, new Map());
}

/** The reply of a load without a state of its own: trimmed to its limit, the entry that it excludes left out, or the way from one entry to the next. */
async function loadOnce(load: Load, endpoint: ClientEndpoint, scope: Scope, call: Call): Promise<Reply> {
  const excluded = evaluate(load.exclude, scope);
  const values = {
    ...(load.limit === undefined ? {} : buildSizeValues(endpoint, load.limit + (excluded === undefined ? 0 : 1))),
    ...evaluateAll(load.with, scope),
  };
  const reply =
    load.pages === undefined
      ? await call(endpoint, values)
      : await fetchPages(endpoint, values, toPageNumber(evaluate(load.pages, scope)), call);
  if (load.neighbours !== undefined) return findNeighbours(reply, evaluate(load.neighbours, scope));
  const rows = excluded === undefined ? reply.rows : reply.rows.filter((row) => row['id'] !== excluded);
  return { ...reply, rows: load.limit === undefined || load.pages !== undefined ? rows : rows.slice(0, load.limit) };
}

/** The page that a value names; the first when it names none. */
const toPageNumber = (value: unknown): number => (/^[1-9]\d{0,4}$/.test(String(value ?? '')) ? Number(value) : 1);

/** Whether a part of a load refers to one of the loads, by a value or by what a condition asks of. */
function refersTo(part: unknown, names: ReadonlyMap<string, unknown>): boolean {
  if (typeof part === 'string') return part.startsWith('/') && names.has(part.split('/')[1] ?? '');
  if (part === null || typeof part !== 'object') return false;
  return Object.entries(part).some(([key, within]) => key !== 'source' && (refersTo(key, names) || refersTo(within, names)));
}

/** Page one of a given size, under the names that the endpoint gives its paging. */
function buildSizeValues(endpoint: ClientEndpoint, size: number): CallValues {
  return endpoint.paging ? { [endpoint.paging.page]: 1, [endpoint.paging.size]: size } : {};
}

/**
 * Returns a list as the way from one of its entries to the next (ledger WORK-22, WORK-23): only the entry before the one with the id and
 * the one after it are kept, the last one comes before the first. A list without it, or with it alone, leads nowhere. @internal
 */
export function findNeighbours(reply: Reply, id: unknown): Reply {
  const { rows } = reply;
  const at = rows.findIndex((row) => String(row['id']) === String(id));
  const around = at < 0 || rows.length < 2 ? {} : { previous: rows.at(at - 1), next: rows[(at + 1) % rows.length] };
  return { ...reply, rows: [], ...around };
}
