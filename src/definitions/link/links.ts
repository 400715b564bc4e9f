import type { Module } from '../../model/definitions.g';
import { asObject, getOwn, type JsonObject } from '../../model/json';
import { parseMethod } from '../language/calls';
import { findNeededQuery } from '../language/entries';
import { parsePointer } from '../../model/pointer';
import { parseUriTemplate } from '../language/uriTemplate';
import { walk, type Place } from '../language/walk';
import { listQuery, listQueryNames } from '../scopes/scopes';

/** A name with where it stands in its module's definition. */
interface Mention {
  name: string;
  path: readonly string[];
}

/** What a module says of others and others need to know of it. */
export interface ModuleLinks {
  /** The shared texts that it refers to. */
  texts: string[];
  /** Dictionaries and ad slots that it asks for. */
  contents: (Mention & { kind: 'dictionary' | 'slot' })[];
  /** Addresses of this portal that it leads to, what it gives them, and which of it is written there by name. */
  targets: (Mention & { gives: readonly string[]; names: readonly string[] })[];
  /** Methods and forms of the addresses of its calls. */
  calls: (Mention & { method: string; template: string; shape: string })[];
  /** The addresses of its pages, what they cannot do without in them, and what they know in them. */
  addresses: (Mention & { page: string; needs: readonly string[]; takes: readonly string[] })[];
}

/** Collects what is checked over several modules; see {@link ModuleLinks}. */
export function collectLinks(json: JsonObject, definition: Module): ModuleLinks {
  const texts = new Set<string>();
  const targets: ModuleLinks['targets'] = [];
  const contents: ModuleLinks['contents'] = [];
  const visit = ({ value, part, owner, field, path, ownerValue }: Place): void => {
    if (typeof value !== 'string') return;
    if (field === 'dictionary' || (owner === 'Lookup' && field === 'slot')) contents.push({ kind: field, name: value, path });
    if (value.startsWith('/texts/')) texts.add(parsePointer(value)[1] ?? '');
    const parsed = part === 'Template' && owner === 'Action' ? parseUriTemplate(value) : '';
    if (typeof parsed === 'string' || parsed.inPath.length > 0) return;
    const written = [...value.matchAll(/[?&]([^={}&?]+)=/g)].map(([, name = '']) => name);
    const names = [...written, ...parsed.variables.filter((name) => getOwn(asObject(ownerValue['with']), name) !== undefined)];
    targets.push({ name: parsed.path, path, gives: [...parsed.variables, ...written], names });
  };
  walk('Module', json, undefined, { enter: visit, key: visit });
  return { texts: [...texts], targets, contents, calls: collectCalls(definition), addresses: collectAddresses(definition) };
}

function collectCalls(definition: Module): ModuleLinks['calls'] {
  return Object.entries(definition.endpoints ?? {}).flatMap(([name, endpoint]) => {
    const { method, template } = parseMethod(endpoint);
    const parsed = parseUriTemplate(template);
    return typeof parsed === 'string'
      ? []
      : [{ name, path: ['endpoints', name, method], method: method.toUpperCase(), template, shape: parsed.shape }];
  });
}

function collectAddresses(definition: Module): ModuleLinks['addresses'] {
  return Object.entries(definition.pages).flatMap(([name, page]) => {
    const { path, aliases = [] } = page;
    const of = { page: name, needs: findNeededQuery(page, definition), takes: [...listQueryNames(page), ...listQuery] };
    return [
      { name: path ?? `/${name}`, path: path === undefined ? ['pages', name] : ['pages', name, 'path'], ...of },
      ...aliases.map((alias, index) => ({ name: alias, path: ['pages', name, 'aliases', String(index)], ...of })),
    ];
  });
}
