import type { FilledModule } from '../../database/benchmarks/sizes';
import type { CompiledEndpoint, CompiledModule, CompiledPortal } from '../../model/compiled';
import { parsePointer } from '../../model/pointer';
import { buildRequest } from '../../runtime/buildRequest';

/** The column that all items are in. */
const column = 'c1';

/** Returns the call of a page by which everybody lists what is stored of a module. */
function findList(portal: CompiledPortal, { name }: CompiledModule): CompiledEndpoint | undefined {
  const found = [...portal.pages.values()].map((page) =>
    page.definition.kind === 'list' ? portal.endpoints[page.definition.source] : undefined,
  );
  return found.find((call) => call?.module === name && call.method === 'GET' && call.paging && !call.service && !call.viewer);
}

/** Returns the modules of an institution that have items and a list of them. */
export function listFilledModules(portal: CompiledPortal | undefined): FilledModule[] {
  if (!portal) return [];
  return Object.values(portal.modules).flatMap((module) => {
    const { roles, item } = module.definition;
    const [titleField, columnField] = [toField(roles?.title), toField(roles?.column)];
    if (!item || titleField === undefined || columnField === undefined || !findList(portal, module)) return [];
    const { name, shapeHash, grams, search } = module;
    const hasGrams = grams.includes(`/${titleField}`);
    return [{ module: name, shapeHash, titleField, columnField, column, hasGrams, isSearched: search !== undefined }];
  });
}

function toField(pointer: string | undefined): string | undefined {
  const path = pointer === undefined ? [] : parsePointer(pointer);
  return path.length === 1 ? path[0] : undefined;
}

/** Returns the addresses of the first pages of an institution's lists, as their pages ask for them. */
export function listAddresses(portal: CompiledPortal | undefined): string[] {
  const filled = new Set(listFilledModules(portal).map(({ module }) => module));
  return Object.values(portal?.modules ?? {}).flatMap((module) => {
    const endpoint = portal && filled.has(module.name) ? findList(portal, module) : undefined;
    if (!endpoint?.paging) return [];
    const { page, size } = endpoint.paging;
    const place = module.definition.roles?.column;
    const named = Object.entries(endpoint.params).filter(([, { field }]) => field === place);
    const values = {
      ...(page === undefined ? {} : { [page]: 1 }),
      [size]: 12,
      ...Object.fromEntries(named.map(([name]) => [name, column])),
    };
    return [buildRequest(endpoint, values).url];
  });
}

/** Returns the address of a page of what a question finds; undefined where nothing is searched. */
export function findSearchAddress(portal: CompiledPortal | undefined, question: string): string | undefined {
  const endpoints = Object.values(portal?.modules ?? {}).flatMap(({ endpoints: own }) => Object.values(own));
  const endpoint = endpoints.find(({ service }) => service === 'search.items');
  const [asked] = endpoint?.variables ?? [];
  return endpoint?.paging && asked !== undefined
    ? buildRequest(endpoint, { [asked]: question, [endpoint.paging.size]: 10 }).url
    : undefined;
}
