import type { CompiledEndpoint, CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Endpoint, Module } from '../../model/definitions.g';
import { getOwn, isObject, type JsonObject } from '../../model/json';
import { splitName } from '../language/names';
import { remember } from '../language/remember';

/** A field of the item that a page shows, in what a call is given. */
const ofItem = /^\/(?:item|row|storedItem)\/([A-Za-z][A-Za-z0-9]*)$/;

/**
 * Returns which fields of a module's items hold the id of another module's item, or a list of such, by their names: with the name of that module.
 * A field is one when a page reads the other item by it (a call that answers with one item), when a page of the other module lists what has its
 * own id in it, when what is handed in has to be `about` such an item, or when `admin` says so.
 */
export function findRecords({ name, definition }: CompiledModule, site: CompiledPortal): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (field: string | undefined, module: string): void => {
    const property = field === undefined ? undefined : getOwn(definition.item?.properties, field);
    const holdsId = property?.type === 'string' || (property?.type === 'array' && property.items?.type === 'string');
    if (field !== undefined && holdsId && field !== 'id' && !found.has(field)) found.set(field, module);
  };
  for (const [field, { module }] of Object.entries(definition.admin?.fields ?? {})) if (module !== undefined) note(field, module);
  for (const [owner, module] of Object.entries(site.modules)) {
    for (const { creates } of Object.values<Endpoint>(module.definition.endpoints ?? {}))
      if (creates?.about && (creates.module ?? owner) === name && (creates.about.module ?? owner) !== name)
        note(creates.about.id, creates.about.module ?? owner);
    for (const { source, given } of listCalls(module.definition)) {
      const call = findCall(site, source, owner);
      if (!call) continue;
      for (const [param, value] of Object.entries(given)) {
        const field = typeof value === 'string' ? ofItem.exec(value)?.[1] : undefined;
        if (owner === name && call.item !== undefined && call.module !== name && param === 'id') note(field, call.module);
        if (owner !== name && call.module === name && field === 'id' && call.rows !== undefined)
          note(getOwn(call.params, param)?.field?.slice(1), owner);
      }
    }
  }
  return found;
}

/** Returns the call that a module's pages name. */
export function findCall(site: CompiledPortal, source: string, owner: string): CompiledEndpoint | undefined {
  const { module, name } = splitName(source, owner);
  return getOwn(getOwn(site.modules, module)?.endpoints, name);
}

/** What names a call, and what that is given. */
interface NamedCall {
  source: string;
  given: JsonObject;
}

/** Lists what names calls in the pages and cards of a module: once, for it is asked of each module of a desk. */
export const listCalls = remember(({ pages, cards = {} }: Module): NamedCall[] => {
  const found: NamedCall[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const { source, with: given } = value;
    if (typeof source === 'string' && isObject(given)) found.push({ source, given });
    for (const part of Object.values(value)) visit(part);
  };
  visit({ pages, cards });
  return found;
});
