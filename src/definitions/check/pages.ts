import type { Endpoint, Filter, ListPage, Load, Page } from '../../model/definitions.g';
import { listViews } from '../../runtime/calendar';
import { hasState, type Controls } from '../../runtime/lists';
import { collectStateNames, viewNames } from '../../runtime/listState';
import { findControlParams, parseMethod, findNeededVariables, findVariables } from '../language/calls';
import { asString, isObject, type JsonObject, getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import * as messages from '../problems/messages';
import { findEndpoint, type Named } from '../language/names';
import { bindVariable, commonQuery, listQuery, listQueryNames, type Scope } from '../scopes/scopes';
import { checkCalendars } from './calendars';
import { isMeaningless } from './params';
import { checkSentChoices, checkSentConstants } from './paramValues';
import { checkLayoutCards } from './shownRows';
import { walk, type Place } from '../language/walk';

/** Checks what a place that calls an endpoint sends: names the endpoint knows, and all that it cannot do without. */
export function checkWith(place: Place, called: Named<Endpoint>, scope: Scope, report: messages.Report): void {
  const { value: endpoint, name, definition } = called;
  const at = place.path.slice(0, -1);
  const { method } = parseMethod(endpoint);
  const { variables } = findVariables(endpoint);
  const bound = isObject(place.ownerValue['with']) ? Object.keys(place.ownerValue['with']) : [];
  checkSentConstants([...at, 'with'], place.ownerValue['with'], called, report);
  // What a writing call gets besides the variables of its address is its body.
  if (method === 'get' || method === 'delete') {
    for (const key of bound)
      if (!variables.includes(key)) report([...at, 'with', key], messages.unknownName('parameter', key, variables), 'key');
    const keys = place.owner === 'Join' ? place.ownerValue['keys'] : undefined;
    if (typeof keys === 'string' && !variables.includes(keys)) report([...at, 'keys'], messages.unknownName('parameter', keys, variables));
  }
  const isSearch = place.owner === 'RecordSearch';
  const as = String(place.ownerValue['as'] ?? '');
  if (isSearch && !variables.includes(as)) report([...at, 'as'], messages.unknownName('parameter', as, variables));
  else if (isSearch && isMeaningless(endpoint, as, definition)) report([...at, 'as'], messages.noMeaning(as, name));
  if (isSearch && (endpoint.rows === undefined || method !== 'get'))
    report(place.path, messages.needsContext(`The endpoint "${name}" of a search`, '"get" and "rows"'));
  const sent = [
    ...bound,
    ...(isSearch ? [as] : []),
    ...findControlParams(place.ownerValue as object as Controls).map(({ param }) => param),
    String(place.ownerValue['keys'] ?? ''),
    endpoint.paging?.page ?? '',
    endpoint.paging?.size ?? '',
  ];
  for (const variable of findNeededVariables(endpoint))
    if (!sent.includes(variable) && (isSearch || bindVariable(variable, scope) === undefined))
      report(place.path, messages.unboundVariable(variable, scope.search, []));
  if (place.owner === 'ListPage' && endpoint.rows === undefined)
    report(place.path, messages.needsContext(`The endpoint "${name}" of a list`, '"rows"'));
  if (place.owner === 'Include' && (endpoint.rows === undefined || endpoint.service !== undefined || method !== 'get'))
    report(place.path, messages.needsContext(`The endpoint "${name}" of a list that comes along`, '"get", "rows" and no "service"'));
  if (place.owner === 'DetailPage' && endpoint.item === undefined)
    report(place.path, messages.needsContext(`The endpoint "${name}" of a detail page`, '"item"'));
}

/** Names that every page understands and that mean nothing by themselves: filters and searches may have them. */
const free: readonly string[] = ['type', 'key'];

/** Checks what the search of a list and the filters in its form say of each other. */
function checkSearchBox(path: readonly string[], page: ListPage, taken: readonly string[], report: messages.Report): void {
  const query = page.search?.query;
  if (query !== undefined && query !== 'keyword' && taken.includes(query))
    report([...path, 'search', 'query'], messages.reservedName('A search', query, [...taken]));
  if (page.search === undefined)
    for (const [name, { shape }] of Object.entries(page.filters ?? {}))
      if (shape === 'radios')
        report([...path, 'filters', name, 'shape'], messages.needsContext('A filter of radio buttons', 'a "search" of the list'));
}

/** Checks what the controls and layouts of a list page say of its endpoint and of each other. */
export function checkListPage(path: readonly string[], page: ListPage, scope: Scope, report: messages.Report): void {
  const endpoint = findEndpoint(page.source, scope);
  const reserved = [...commonQuery, ...listQuery, ...(listViews(page).length > 0 ? viewNames : [])].filter((name) => !free.includes(name));
  for (const name of Object.keys(page.filters ?? {}))
    if (reserved.some((other) => other === name))
      report([...path, 'filters', name], messages.reservedName('A filter', name, reserved), 'key');
  checkSearchBox(path, page, [...reserved, ...Object.keys(page.filters ?? {})], report);
  const layouts = Object.keys(page.layouts);
  for (const name of Object.keys(page.layout?.cases ?? {}))
    if (!layouts.includes(name)) report([...path, 'layout', 'cases', name], messages.unknownName('layout', name, layouts), 'key');
  if (page.layout !== undefined && !layouts.includes(page.layout.otherwise))
    report([...path, 'layout', 'otherwise'], messages.unknownName('layout', page.layout.otherwise, layouts));
  checkCalendars(path, page, endpoint, report);
  checkLayoutCards(path, page, scope, report);
  const most = endpoint?.value.paging?.max;
  if (most !== undefined && (page.pageSize ?? 0) > most)
    report([...path, 'pageSize'], messages.contradiction('pageSize', page.pageSize, 'max', most));
  if (endpoint !== undefined) checkControls(path, page, page.paging !== 'whole', endpoint, report);
}

/** Checks what the controls and the paging of a list say of its endpoint. */
function checkControls(
  path: readonly string[],
  list: Controls,
  isPaged: boolean,
  endpoint: Named<Endpoint>,
  report: messages.Report,
): void {
  const { variables } = findVariables(endpoint.value);
  for (const { param, at, part } of findControlParams(list))
    if (!variables.includes(param)) report([...path, ...at], messages.unknownName('parameter', param, variables), part);
    else if (isMeaningless(endpoint.value, param, endpoint.definition))
      report([...path, ...at], messages.noMeaning(param, endpoint.name), part);
  checkSentChoices(path, list, endpoint, report);
  checkDependence(path, list.filters ?? {}, report);
  for (const [name, filter] of Object.entries(list.filters ?? {}))
    checkChoosing([...path, 'filters', name], filter, list, endpoint, report);
  if (isPaged && endpoint.value.paging === undefined)
    report([...path, 'source'], messages.needsContext(`The endpoint "${endpoint.name}" of a list that is paged`, '"paging"'));
}

/** Checks that the call of a list takes several choices of a filter, tells how many items each has, and has ends for numbers. */
function checkChoosing(
  path: readonly string[],
  filter: Filter,
  list: Controls,
  { value, name }: Named<Endpoint>,
  report: messages.Report,
): void {
  const { param = '', multiple, years, numbers } = filter;
  const meaning = getOwn(value.params, param);
  if (multiple && meaning?.field !== undefined && meaning.match !== 'any')
    report(
      [...path, 'multiple'],
      messages.needsContext(`"multiple"`, `"match": "any" at the parameter "${param}" of the call "${name}"`),
      'key',
    );
  for (const key of ['counts', 'years', 'codelist'] as const) {
    if (filter[key] === undefined || filter[key] === false) continue;
    if (meaning?.counted !== true || value.counts === undefined)
      report(
        [...path, key],
        messages.needsContext(`"${key}" of a filter`, `"counts" of the call "${name}" and "counted" at its parameter "${param}"`),
        'key',
      );
    if ('paging' in list && list.paging === 'whole')
      report([...path, key], messages.needsContext(`"${key}" of a filter`, 'a list that is not fetched "whole"'), 'key');
  }
  if (years && meaning?.range !== 'year')
    report(
      [...path, 'years'],
      messages.needsContext('"years" of a filter', `"range": "year" at the parameter "${param}" of the call "${name}"`),
      'key',
    );
  for (const end of ['from', 'to'] as const) {
    const match = numbers && getOwn(value.params, numbers[end])?.match;
    if (numbers && getOwn(value.params, numbers[end])?.field !== undefined && match !== end)
      report(
        [...path, 'numbers', end],
        messages.needsContext(`"numbers"`, `"match": "${end}" at the parameter "${numbers[end]}" of the call "${name}"`),
      );
  }
  for (const [step, { from, to }] of Object.entries(numbers?.steps ?? {}))
    if (from !== undefined && to !== undefined && from > to)
      report([...path, 'numbers', 'steps', step, 'to'], messages.outOfRange(`at least ${from}, which is its "from"`, to));
}

/** Checks that filters depend on others of their list, and none on itself. */
function checkDependence(path: readonly string[], filters: Readonly<Record<string, Filter>>, report: messages.Report): void {
  for (const [name, { dependsOn }] of Object.entries(filters)) {
    if (dependsOn === undefined) continue;
    const at = [...path, 'filters', name, 'dependsOn'];
    if (getOwn(filters, dependsOn) === undefined) report(at, messages.unknownName('filter', dependsOn, Object.keys(filters)));
    const above = [name];
    for (let next: string | undefined = dependsOn; next !== undefined && !above.includes(next); next = getOwn(filters, next)?.dependsOn)
      above.push(next);
    if (getOwn(filters, above.at(-1) ?? '')?.dependsOn === name) report(at, messages.filterCycle(above));
  }
}

/**
 * Checks that loads ask for no more than their endpoints answer, what their controls say of them, and that names of their states in
 * the address mean nothing else.
 */
export function checkLoadLists(path: readonly string[], page: Page, scope: Scope, report: messages.Report): void {
  const taken = new Set(listQueryNames({ ...page, loads: {} }));
  for (const [name, load] of Object.entries(page.loads ?? {})) {
    const at = [...path, 'loads', name];
    const endpoint = findEndpoint(load.source, scope);
    const most = endpoint?.value.paging?.max;
    const [more, besides] = load.exclude === undefined ? [0, ''] : [1, ' and one to leave out'];
    if (most !== undefined && load.limit !== undefined && load.limit + more > most)
      report([...at, 'limit'], messages.outOfRange(`at most ${most}${besides}, which is all that "${endpoint?.name}" answers`, load.limit));
    if (!hasState(load)) continue;
    for (const other of ['exclude', 'neighbours', 'pages'] as const)
      if (load[other] !== undefined)
        report([...at, other], messages.needsContext(`"${other}"`, 'a list without paging, filters, search, sorts and tabs'));
    const clash = [...collectStateNames(load, name)].find((state) => taken.has(state));
    if (clash !== undefined) report(at, messages.reservedName('A load', clash, [...taken]), 'key');
    collectStateNames(load, name).forEach((state) => taken.add(state));
    if (endpoint === undefined) continue;
    checkControls(at, load, load.paging !== undefined, endpoint, report);
    if (load.paging !== undefined && load.limit === undefined)
      report([...at, 'paging'], messages.needsContext('A load that is paged', '"limit"'));
  }
}

/** Checks that the names which hold the chosen type of a map, and where its list begins, are ones that the page's address may carry. */
export function checkMaps(path: readonly string[], page: Page, report: messages.Report): void {
  const known = listQueryNames(page);
  walk('Page', page as object as JsonObject, undefined, {
    enter({ part, value, path: at }) {
      const holder = part === 'MapCategories' ? 'query' : part === 'MapSection' ? 'locate' : undefined;
      const query = holder !== undefined && isObject(value) ? asString(value[holder]) : '';
      if (holder !== undefined && query !== '' && !known.includes(query))
        report([...path, ...at, holder], messages.unknownName('query', query, known));
    },
  });
}

/** What references on pages start with besides the names of loads. */
const rootNames: readonly string[] = [
  'item',
  'row',
  'query',
  'lookup',
  'site',
  'texts',
  'tenant',
  'now',
  'viewer',
  'form',
  'list',
  'index',
  'entry',
  'reply',
];

/** Checks that loads which use each other's replies can be made: no cycle, at most two after each other. */
export function checkLoads(path: readonly string[], page: Page, report: messages.Report): void {
  const loads = page.loads ?? {};
  for (const name of Object.keys(loads)) if (rootNames.includes(name)) report([...path, 'loads', name], messages.reservedRoot(name), 'key');
  const usesOf = (load: Load): string[] => findRoots(load).filter((root) => getOwn(loads, root) !== undefined);
  const uses = new Map(Object.entries(loads).map(([name, load]) => [name, usesOf(load)]));
  const depthOf = (name: string, trail: string[]): number => {
    if (trail.includes(name)) return Infinity;
    return 1 + Math.max(0, ...(uses.get(name) ?? []).map((other) => depthOf(other, [...trail, name])));
  };
  for (const name of uses.keys()) {
    if (rootNames.includes(name)) continue;
    const depth = depthOf(name, []);
    const waiting = [...uses.keys()].filter((other) => uses.get(other)?.length);
    if (depth === Infinity) return report([...path, 'loads', name], messages.loadCycle(waiting), 'key');
    if (depth > 2) report([...path, 'loads', name], messages.loadTooDeep(name), 'key');
  }
}

function findRoots(load: Load): string[] {
  const roots = new Set<string>();
  const add = ({ part: name, value: reference }: Place): void => {
    if (name === 'Pointer') roots.add(parsePointer(String(reference))[0] ?? '');
  };
  walk('Load', load as object as JsonObject, undefined, { enter: add, key: add });
  return [...roots];
}

/** Warns of cases that never come into play, because one before them always holds. */
export function checkCases({ value, path }: Place, report: messages.Report): void {
  const cases = isObject(value) && isObject(value['cases']) ? Object.entries(value['cases']) : [];
  const always = cases.findIndex(([, entry]) => isObject(entry) && (!isObject(entry['when']) || Object.keys(entry['when']).length === 0));
  if (always < 0) return;
  for (const [name] of cases.slice(always + 1)) report([...path, 'cases', name], messages.unreachableCase(cases[always]?.[0] ?? ''), 'key');
}
