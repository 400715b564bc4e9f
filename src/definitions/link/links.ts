import type { Module } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { parseMethod } from '../language/calls';
import { parsePointer } from '../../model/pointer';
import { parseUriTemplate } from '../language/uriTemplate';
import { walk, type Place } from '../language/walk';

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
  /** Addresses of this portal that it leads to. */
  targets: Mention[];
  /** Methods and forms of the addresses of its calls. */
  calls: (Mention & { method: string; template: string; shape: string })[];
  /** The addresses of its pages. */
  addresses: (Mention & { page: string })[];
}

/** Collects what is checked over several modules; see {@link ModuleLinks}. */
export function collectLinks(json: JsonObject, definition: Module): ModuleLinks {
  const texts = new Set<string>();
  const targets: Mention[] = [];
  const contents: ModuleLinks['contents'] = [];
  const visit = ({ value, part, owner, field, path }: Place): void => {
    if (typeof value !== 'string') return;
    if (field === 'dictionary' || (owner === 'Lookup' && field === 'slot')) contents.push({ kind: field, name: value, path });
    if (value.startsWith('/texts/')) texts.add(parsePointer(value)[1] ?? '');
    const parsed = part === 'Template' && owner === 'Action' ? parseUriTemplate(value) : '';
    if (typeof parsed !== 'string' && parsed.inPath.length === 0) targets.push({ name: parsed.path, path });
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
  return Object.entries(definition.pages).flatMap(([page, { path, aliases = [] }]) => [
    { name: path ?? `/${page}`, page, path: path === undefined ? ['pages', page] : ['pages', page, 'path'] },
    ...aliases.map((name, index) => ({ name, page, path: ['pages', page, 'aliases', String(index)] })),
  ]);
}
