import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { ApiRequest, Room } from '../api/room';
import { nameSubject, type Sources } from '../config/sharedReply';
import { hasDerivation } from '../items/derivedFields';
import { findCountedVotes } from '../items/voteField';

/**
 * Returns what finds out what the reply to a call was made of: of items, or of definitions alone. What services answer that may depend on
 * who asks, on chance, or on what is stored besides items, is nobody's to keep.
 */
export function createSourceFinder<Context>(rooms: readonly Room<Context>[]): (request: ApiRequest) => Sources | undefined {
  const settled = new Set(rooms.flatMap((room) => room.settled ?? []));
  const drifting = new Set(rooms.flatMap((room) => room.drifting ?? []));
  const findServiceSources = (service: string): Sources | undefined => {
    if (settled.has(service)) return { keys: new Set(), lasts: true };
    return drifting.has(service) ? { keys: new Set(), lasts: true, inPages: true } : undefined;
  };
  return (request) => {
    const { portal, endpoint, parameters, preview } = request;
    if (portal.desk || preview || endpoint.viewer || endpoint.method !== 'GET') return undefined;
    if (endpoint.service !== undefined) return findServiceSources(endpoint.service);
    // Where somebody is is kept nowhere.
    if (Object.values(endpoint.params).some(({ near, name }) => near && parameters.has(name))) return undefined;
    return findItemSources(request);
  };
}

function findItemSources({ portal, endpoint, parameters }: ApiRequest): Sources {
  const { tenant } = portal;
  const included = Object.values(endpoint.include ?? {}).flatMap(({ source }) => portal.endpoints[source]?.module ?? []);
  const listed = [...included, ...(endpoint.rows !== undefined || hasOthers(portal, endpoint) ? [endpoint.module] : [])];
  const idParam = Object.values(endpoint.params).find(({ field }) => field === '/id');
  const item = endpoint.rows === undefined && idParam ? parameters.get(idParam.name) : undefined;
  const modules = [endpoint.module, ...included];
  return {
    keys: new Set([
      ...modules.map((module) => nameSubject({ tenant, module })),
      ...listed.map((module) => nameSubject({ tenant, module, listed: true })),
      ...(item === undefined ? [] : [nameSubject({ tenant, module: endpoint.module, item })]),
    ]),
    lasts: !modules.some((module) => showsCounts(portal, module)),
  };
}

/** Whether items come with others like them. */
const hasOthers = ({ modules }: CompiledPortal, { module }: CompiledEndpoint): boolean => {
  const found = modules[module];
  return found !== undefined && hasDerivation(found, 'others');
};

/** Whether items show what is counted while they stay as they are: places that are left, or votes. */
const showsCounts = ({ modules }: CompiledPortal, module: string): boolean => {
  const found = modules[module];
  return found !== undefined && (hasDerivation(found, 'remaining') || findCountedVotes(found) !== undefined);
};
