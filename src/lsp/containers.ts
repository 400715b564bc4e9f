import { asObject, asString, isObject } from '../model/json';
import { resolveTokens } from '../model/pointer';
import { findEndpoint } from '../definitions/language/names';
import { findNameKind } from '../definitions/scopes/uses';
import type { Seen } from './places';

/** What a name leads to: a part of a module, of the settings or of the shared texts, or a file with all that is in it. */
export interface Target {
  kind: 'module' | 'settings' | 'texts' | 'fragment' | 'preset';
  /** The name of the module, the fragment or the preset. */
  name: string;
  path: readonly string[];
}

/** Where the names are that a place may hold, and what stands in front of them there. */
export interface Container {
  target: Target;
  prefix?: string;
}

const ofModule = (name: string, ...path: string[]): Target => ({ kind: 'module', name, path });
const ofSettings = (...path: string[]): Target => ({ kind: 'settings', name: '', path });

/** Names by the part of the language that holds them and the key there: where they are, by the path of the place and its module. */
const containers: Readonly<Record<string, (seen: Seen) => Target | undefined>> = {
  'Module.entry': inModule('pages'),
  'SearchLine.page': inModule('pages'),
  'FormPage.forms': inModule('forms'),
  'Endpoint.form': inModule('forms'),
  'DisplayObject.codelist': inModule('codelists'),
  'Filter.codelist': inModule('codelists'),
  'Derivation.codelist': inModule('codelists'),
  'Item.required': inModule('item', 'properties'),
  'Filter.dictionary': () => ofSettings('dictionaries'),
  'Codelist.dictionary': () => ofSettings('dictionaries'),
  'FormField.dictionary': () => ofSettings('dictionaries'),
  'Lookup.slot': () => ofSettings('slots'),
  'Filter.param': findParams,
  'SearchField.param': findParams,
  'Dates.from': findParams,
  'Dates.to': findParams,
  'Filter.dependsOn': ({ place }) => ofModule('', ...place.path.slice(0, -2)),
  'FormField.step': inForm('steps'),
  'Effects.step': inForm('steps'),
  'Effects.refresh': inForm('fields'),
  'FormField.sameAs': ({ place, scope }) => ofModule(scope.module, ...besides(place.path)),
  'Form.order': inForm('fields'),
};

/** Parts of a module by the key under which a place names another module. */
const moduleNames = ['MenuNode.module', 'Creation.module', 'Subject.module'];

/**
 * Finds where the names are that a place may hold.
 * @param modules the names of all modules
 * @returns none for a place that holds no name
 */
export function findContainers(seen: Seen, modules: readonly string[]): Container[] {
  const { place, scope, part } = seen;
  const last = place.path.at(-1) ?? '';
  if (part === 'key') return place.path.at(-2) === 'fills' ? [{ target: ofModule(scope.module, ...besides(place.path)) }] : [];
  const at = `${place.owner ?? ''}.${place.field}`;
  if (moduleNames.includes(at)) {
    const pages = modules.map((name) => ({ target: ofModule(name, 'pages'), prefix: `${name}:` }));
    return [{ target: ofModule('') }, ...(at === 'MenuNode.module' ? pages : [])];
  }
  const kind = findNameKind(place);
  if (kind !== undefined)
    return [scope.module, ...modules.filter((name) => name !== scope.module)].map((name) => ({
      target: ofModule(name, `${kind}s`),
      ...(name === scope.module ? {} : { prefix: `${name}:` }),
    }));
  if ((last === 'before' || last === 'after') && place.part === 'Name')
    return [{ target: { ...home(scope.module), path: place.path.slice(0, -2) } }];
  if (at === 'FieldReference.$data') return [{ target: ofModule(scope.module, ...besides(place.path)), prefix: '/' }];
  if (place.field === 'use' && scope.page !== undefined) return [{ target: { kind: 'fragment', name: '', path: [] } }];
  if (at === 'TenantSettings.presets') return [{ target: { kind: 'preset', name: '', path: [] } }];
  const found = containers[at]?.(seen);
  if (found === undefined) return [];
  return [{ target: found.kind === 'module' && found.name === '' ? { ...found, name: scope.module } : found }];
}

/** The fields of a form, or of a row of it, that the one at a place stands beside. */
const besides = (path: readonly string[]): readonly string[] => path.slice(0, path.lastIndexOf('fields') + 1);

/** Settings are walked as a module without a name. */
export const home = (module: string): Target => (module === '' ? ofSettings() : ofModule(module));

function inModule(...path: string[]): (seen: Seen) => Target {
  return ({ scope }) => ofModule(scope.module, ...path);
}

function inForm(key: string): (seen: Seen) => Target | undefined {
  return ({ place: { path }, scope }) =>
    path[0] === 'forms' && path[1] !== undefined ? ofModule(scope.module, 'forms', path[1], key) : undefined;
}

/** The parameters of the call that the nearest list around a place makes. */
function findParams({ place, scope }: Seen): Target | undefined {
  for (let length = place.path.length; length > 0; length -= 1) {
    const around = resolveTokens(scope.definition, place.path.slice(0, length));
    const source = isObject(around) ? asString(around['source']) : '';
    if (source === '') continue;
    const endpoint = findEndpoint(source, scope);
    return endpoint && ofModule(endpoint.module, 'endpoints', endpoint.name, 'params');
  }
  return undefined;
}

/** Returns the address of a page: the one that it says, else its name. */
export const getAddress = (name: string, page: unknown): string => asString(asObject(page)['path']) || `/${name}`;
