import type { Endpoint, ListPage, Page } from '../model/definitions.g';
import type { Json, JsonObject } from '../model/payload';
import { controlParams, methodOf, neededBy, variablesOf } from './calls';
import type { Part } from './document';
import { isObject, own, tokens } from './jsonPointer';
import * as messages from './messages';
import { bind, commonQuery, endpointOf, listQuery, type Named, type Scope } from './scopes';
import { walk, type Place } from './walk';

type Report = (path: readonly string[], fault: messages.Fault, part?: Part) => void;

/** Checks what a place that calls an endpoint sends: names the endpoint knows, and all that it cannot do without. */
export function checkWith(place: Place, { value: endpoint, name }: Named<Endpoint>, scope: Scope, report: Report): void {
  const at = place.path.slice(0, -1);
  const { method } = methodOf(endpoint);
  const { variables } = variablesOf(endpoint);
  const bound = isObject(place.ownerValue['with']) ? Object.keys(place.ownerValue['with']) : [];
  // What a writing call gets besides the variables of its address is its body.
  if (method === 'get' || method === 'delete') {
    for (const key of bound) if (!variables.includes(key)) report([...at, 'with', key], messages.unknownName('parameter', key, variables), 'key');
    const keys = place.owner === 'Join' ? place.ownerValue['keys'] : undefined;
    if (typeof keys === 'string' && !variables.includes(keys)) report([...at, 'keys'], messages.unknownName('parameter', keys, variables));
  }
  const search = place.owner === 'DetailPage' ? ['query'] : scope.search;
  const sent = [...bound, ...sentByControls(place, scope), String(place.ownerValue['keys'] ?? ''), endpoint.paging?.page ?? '', endpoint.paging?.size ?? ''];
  for (const variable of neededBy(endpoint)) if (!sent.includes(variable) && bind(variable, { ...scope, search }) === undefined) report(place.path, messages.unboundVariable(variable, search, []));
  if (place.owner === 'ListPage' && endpoint.rows === undefined) report(place.path, messages.needsContext(`The endpoint "${name}" of a list`, '"rows"'));
  if (place.owner === 'DetailPage' && endpoint.item === undefined) report(place.path, messages.needsContext(`The endpoint "${name}" of a detail page`, '"item"'));
}

/** The parameters that a list's filters, search, sorts and tabs send. */
function sentByControls(place: Place, scope: Scope): string[] {
  return place.owner === 'ListPage' && scope.page?.page.kind === 'list' ? controlParams(scope.page.page).map(({ param }) => param) : [];
}

/** Checks what the controls and layouts of a list page say of its endpoint and of each other. */
export function checkListPage(path: readonly string[], page: ListPage, scope: Scope, report: Report): void {
  const endpoint = endpointOf(page.source, scope);
  const reserved = [...commonQuery, ...listQuery];
  for (const name of Object.keys(page.filters ?? {})) if (reserved.some((other) => other === name)) report([...path, 'filters', name], messages.reservedName(name, reserved), 'key');
  const layouts = Object.keys(page.layouts);
  for (const name of Object.keys(page.layout?.cases ?? {})) if (!layouts.includes(name)) report([...path, 'layout', 'cases', name], messages.unknownName('layout', name, layouts), 'key');
  if (page.layout !== undefined && !layouts.includes(page.layout.otherwise)) report([...path, 'layout', 'otherwise'], messages.unknownName('layout', page.layout.otherwise, layouts));
  if (endpoint === undefined) return;
  const { variables } = variablesOf(endpoint.value);
  for (const { param, at, part } of controlParams(page)) if (!variables.includes(param)) report([...path, ...at], messages.unknownName('parameter', param, variables), part);
  if (page.paging !== 'whole' && endpoint.value.paging === undefined) report([...path, 'source'], messages.needsContext(`The endpoint "${endpoint.name}" of a list that is paged`, '"paging"'));
}

/** Checks that loads which use each other's replies can be made: no cycle, at most two after each other. */
export function checkLoads(path: readonly string[], page: Page, _scope: Scope, report: Report): void {
  const loads = page.loads ?? {};
  const uses = new Map(Object.entries(loads).map(([name, load]) => [name, rootsIn('Load', load as object as JsonObject).filter((root) => own(loads, root) !== undefined)]));
  const depthOf = (name: string, trail: string[]): number => {
    if (trail.includes(name)) return Infinity;
    return 1 + Math.max(0, ...(uses.get(name) ?? []).map((other) => depthOf(other, [...trail, name])));
  };
  for (const name of uses.keys()) {
    const depth = depthOf(name, []);
    if (depth === Infinity) return report([...path, 'loads', name], messages.loadCycle([...uses].filter(([, others]) => others.length > 0).map(([other]) => other)), 'key');
    if (depth > 2) report([...path, 'loads', name], messages.loadTooDeep(name), 'key');
  }
}

function rootsIn(part: string, value: Json): string[] {
  const roots = new Set<string>();
  const add = ({ names, value: reference }: Place): void => {
    if (names.at(-1) === 'Pointer') roots.add(tokens(String(reference))[0] ?? '');
  };
  walk(part, value, undefined, { enter: add, key: add });
  return [...roots];
}

/** Warns of cases that never come into play, because one before them always holds. */
export function checkCases({ value, path }: Place, report: Report): void {
  const cases = isObject(value) && isObject(value['cases']) ? Object.entries(value['cases']) : [];
  const always = cases.findIndex(([, entry]) => isObject(entry) && (!isObject(entry['when']) || Object.keys(entry['when']).length === 0));
  if (always < 0) return;
  for (const [name] of cases.slice(always + 1)) report([...path, 'cases', name], messages.unreachableCase(cases[always]?.[0] ?? ''), 'key');
}
