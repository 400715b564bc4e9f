import type { CompiledEndpoint, CompiledInclude, CompiledModule, CompiledParam, CompiledUpstream, Method } from '../../model/compiled';
import type { Endpoint, Include, Item, Module, Upstream } from '../../model/definitions.g';
import { findControlParams, parseMethod, parseUpstream, parseVariables, findNeededVariables, findVariables } from '../language/calls';
import { hasState, type Controls } from '../../runtime/lists';
import { addTones, getLifecycle, listStates } from '../language/lifecycle';
import { findSearchPart } from '../language/searched';
import { createHash } from 'node:crypto';
import { compileExpression } from '../language/expression';
import { notePattern } from '../language/icuPattern';
import { isObject, type Json, type JsonObject, getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { toAbsoluteName, findEndpoint, type ModuleScope, type Surroundings } from '../language/names';
import { bindVariable, enterCall, enterScope, createModuleScope, type Scope } from '../scopes/scopes';
import { followReference, describeItem } from '../scopes/shapes';
import { findAnswered } from '../scopes/sourceShapes';
import { assignSlots, isPaging, findSlot, type SlotTable } from '../scopes/slots';
import { addTranslations } from './translations';
import { findAnnotation, walk, type Place } from '../language/walk';

/** Returns a short hash of a value as it is written in JSON; order counts, because order is meaning in definitions. */
export function hashValue(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** How items are written for the site search; what was written otherwise before is written anew. */
const searchForm = 3;

/** A compiled module with what the portal needs besides. */
export interface ModuleResult {
  module: CompiledModule;
  /** Syntax trees of its patterns that have to be formatted. */
  patterns: Record<string, unknown>;
  /** A hash of all of it. */
  hash: string;
}

/**
 * Compiles a module without Problems: names become absolute, templates, calls and patterns get a reference for each variable,
 * lists their defaults, parameters their columns.
 * @param json the definition as JSON; it is not changed
 * @param definition the same, typed
 * @param locales the languages in which its items may have words besides the original one
 */
export function compileModule(
  name: string,
  json: JsonObject,
  definition: Module,
  around: Surroundings,
  locales: readonly string[] = [],
): ModuleResult {
  const patterns: Record<string, unknown> = {};
  const bound = walk('Module', json, createModuleScope(name, definition, around), {
    enter: enterScope,
    leave(place, scope, value) {
      if (typeof value === 'string') return bindText(place, value, scope, patterns);
      return isObject(value) ? bindObject(place, value, scope, patterns) : value;
    },
  }) as object as Module;
  const lifecycle = getLifecycle(bound);
  if (bound.codelists) bound.codelists = listStates(bound.codelists, lifecycle);
  const table = assignSlots(bound);
  const scope: ModuleScope = { module: name, definition: bound, around };
  const calls = Object.entries(bound.endpoints ?? {});
  const endpoints = Object.fromEntries(calls.map(([key, endpoint]) => [key, compileEndpoint(key, endpoint, scope, table)]));
  const { slots, tags, grams } = table;
  const search = findSearchPart(name, bound);
  const module: CompiledModule = {
    name,
    definition: bound.item === undefined ? bound : { ...bound, item: addTranslations(bound.item, bound.roles, locales) },
    endpoints,
    lifecycle,
    ...(search ? { search } : {}),
    slots,
    tags,
    grams,
    shapeHash: hashValue([
      slots,
      tags,
      grams,
      bound.roles ?? null,
      bound.derive ?? null,
      ...(search ? [searchForm, search.text] : []),
      ...(bound.roles?.coordinate === undefined ? [] : ['place']),
      ...(bound.states ? [bound.states, bound.moves ?? null] : []),
    ]),
  };
  return { module, patterns, hash: hashValue(module) };
}

function bindText(place: Place, text: string, scope: Scope, patterns: Record<string, unknown>): Json {
  const { part: name, owner, field } = place;
  if (name === 'Source') return toAbsoluteName(text, scope.module);
  if (name === 'Expression') return compileExpression(text);
  if (name === 'Text') {
    const label = findStateLabel(text, scope.definition);
    if (label !== undefined) return bindText(place, label, scope, patterns);
    const args = text.startsWith('/') ? findTextArgs(text, scope) : notePattern(text, patterns);
    const completed = addReferences({}, args, scope);
    return Object.keys(completed).length === 0 ? text : { [text.startsWith('/') ? 'value' : 'text']: text, with: completed };
  }
  if (field === 'codelist' && (owner === 'DisplayObject' || owner === 'Filter')) return toAbsoluteName(text, scope.module);
  if (field === 'text' && (owner === 'TextObject' || owner === 'DisplayObject') && place.path.at(-1) === 'text')
    notePattern(text, patterns);
  return text;
}

/** Returns what a module calls its state of which a text is the name; undefined for another text. What a state is called is no name of one. */
function findStateLabel(text: string, definition: Module): string | undefined {
  if (!text.startsWith('/states/')) return undefined;
  const { label } = getOwn(getLifecycle(definition).states, text.slice('/states/'.length)) ?? {};
  return typeof label === 'string' && !label.startsWith('/states/') ? label : '';
}

function bindObject(place: Place, value: JsonObject, scope: Scope, patterns: Record<string, unknown>): Json {
  switch (place.part) {
    case 'TextObject': {
      const { text, value: reference } = value;
      return completeWith(value, typeof text === 'string' ? notePattern(text, patterns) : findTextArgs(reference, scope), scope);
    }
    case 'Action': {
      const { to } = value;
      return typeof to === 'string' ? completeWith(value, findVariables({ get: to }).variables, scope) : bindCall(place, value, scope);
    }
    case 'DisplayObject':
      return addTones(value, scope.definition);
    case 'ListPage':
      return addDefaults(bindCall(place, value, scope));
    case 'ListSection':
      return addEmpty(value, scope);
    default:
      return bindCall(place, value, scope);
  }
}

/** Completes what the call of a part cannot do without; what controls, joins and paging send is left to them. */
function bindCall(place: Place, value: JsonObject, scope: Scope): JsonObject {
  const key = findAnnotation(place, 'x-call');
  const source = key === undefined ? undefined : value[key];
  const endpoint = typeof source === 'string' ? findEndpoint(source, scope)?.value : undefined;
  if (key === undefined || endpoint === undefined) return value;
  const sent = [...findControlParams(value as object as Controls).map(({ param }) => param), value['keys']];
  const needed = findNeededVariables(endpoint).filter((name) => !sent.includes(name) && !isPaging(endpoint, name));
  return completeWith(value, needed, enterCall(place, key, scope));
}

function completeWith(value: JsonObject, variables: readonly string[], scope: Scope): JsonObject {
  const given = isObject(value['with']) ? value['with'] : {};
  const completed = addReferences(given, variables, scope);
  return Object.keys(completed).length === Object.keys(given).length ? value : { ...value, with: completed };
}

function addReferences(given: JsonObject, variables: readonly string[], scope: Scope): JsonObject {
  const completed = { ...given };
  for (const name of variables) {
    const reference = getOwn(given, name) === undefined && !scope.given.includes(name) ? bindVariable(name, scope) : undefined;
    if (reference !== undefined) completed[name] = reference;
  }
  return completed;
}

/** Returns the arguments of a shared text that a reference names. */
function findTextArgs(reference: Json | undefined, scope: Scope): readonly string[] {
  return typeof reference === 'string' && reference.startsWith('/texts/')
    ? (getOwn(scope.around.texts.args, reference.slice('/texts/'.length)) ?? [])
    : [];
}

function addDefaults(page: JsonObject): JsonObject {
  const first = Object.keys(isObject(page['layouts']) ? page['layouts'] : {})[0];
  return { pageSize: 12, paging: 'pages', ...(first === undefined ? {} : { layout: { otherwise: first } }), ...page };
}

/** A list with a state of its own is there also when nothing is found. */
function addEmpty(section: JsonObject, { page }: Scope): JsonObject {
  const load = getOwn(page?.page.loads, parsePointer(String(section['rows']))[0] ?? '');
  return load !== undefined && hasState(load) ? { empty: '/texts/noData', ...section } : section;
}

/** What is answered of a file that was sent, in whatever module the call stands. */
const fileShape: Item = {
  properties: {
    http: { type: 'string', format: 'uri-reference' },
    objectid: { type: 'string' },
    status: { type: 'integer' },
    name: { type: 'string' },
    size: { type: 'integer' },
    fileType: { type: 'string' },
    id: { type: 'string' },
    message: { type: 'string' },
  },
};

function compileEndpoint(
  key: string,
  { include, upstream, ...endpoint }: Endpoint,
  scope: ModuleScope,
  table: SlotTable,
): CompiledEndpoint {
  const { module, definition } = scope;
  const { method, template } = parseMethod(endpoint);
  const { variables } = findVariables(endpoint);
  const shape: Item = endpoint.multipart ? fileShape : ((findAnswered(endpoint, scope) ?? definition).item ?? { properties: {} });
  const backend = endpoint.backend ?? definition.backend;
  const names = [...new Set([...variables, ...Object.keys(endpoint.params ?? {})])].filter((name) => !isPaging(endpoint, name));
  const params = Object.fromEntries(names.map((name) => [name, compileParam(name, endpoint, shape, table)]));
  return {
    ...endpoint,
    name: `${module}:${key}`,
    module,
    method: method.toUpperCase() as Method,
    template: template.startsWith('/') ? template : `/${template}`,
    variables,
    params,
    shape,
    ...(include === undefined ? {} : { include: compileIncludes(include, scope) }),
    ...(backend === undefined ? {} : { backend }),
    ...(upstream === undefined ? {} : { upstream: compileUpstream(upstream, endpoint) }),
  };
}

function compileUpstream(upstream: Upstream, endpoint: Endpoint): CompiledUpstream {
  const { method, template } = parseUpstream(upstream, endpoint);
  return { ...upstream, method: method.toUpperCase() as Method, template, ...parseVariables(template) };
}

/** What is known of the calls whose lists a reply carries; one that is not there, because its module has errors, is left out. */
function compileIncludes(includes: Record<string, Include>, scope: ModuleScope): Record<string, CompiledInclude> {
  const compiled: Record<string, CompiledInclude> = {};
  for (const [name, include] of Object.entries(includes)) {
    const found = findEndpoint(include.source, scope);
    if (found === undefined) continue;
    const { item: shape = { properties: {} } } = found.definition;
    const { encode, rename } = found.value;
    compiled[name] = { ...include, shape, ...(encode === undefined ? {} : { encode }), rename: { ...rename, ...include.rename } };
  }
  return compiled;
}

function compileParam(name: string, endpoint: Endpoint, item: Item, table: SlotTable): CompiledParam {
  const param = getOwn(endpoint.params, name);
  if (param === undefined) return { name, type: 'string', ignored: true };
  const shape = describeItem(item);
  const found = param.field === undefined ? undefined : followReference(shape, param.field, false).shape;
  const slot = endpoint.service === undefined ? findSlot(param, shape, table) : undefined;
  return { ...param, name, type: (found?.type ?? 'string') as CompiledParam['type'], ...(slot === undefined ? {} : { slot }) };
}
