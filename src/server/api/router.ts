import findMyWay from 'find-my-way';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';

/** The endpoint that a request is meant for, and the values of its path's variables. */
export interface Match {
  endpoint: CompiledEndpoint;
  variables: Record<string, string | undefined>;
}

type Router = ReturnType<typeof findMyWay>;
const routers = new WeakMap<CompiledPortal, Router>();

/** Returns the endpoint of a portal that a method and path address: literal segments before variables. */
export function findEndpoint(portal: CompiledPortal, method: string, path: string): Match | undefined {
  let router = routers.get(portal);
  if (!router) routers.set(portal, (router = createRouter(portal)));
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT' && method !== 'DELETE') return undefined;
  const hit = router.find(method, path);
  if (!hit) return undefined;
  const endpoint = portal.endpoints[(hit.store as { name: string }).name];
  return endpoint ? { endpoint, variables: hit.params } : undefined;
}

/**
 * Returns whether an address is that of a call but for a part that is empty, as where a page was opened without the id of what it is about: there
 * is such a call, and what it asks for is nothing.
 */
export const namesNothing = (portal: CompiledPortal, method: string, path: string): boolean =>
  /\/(\/|$)/.test(path) && findEndpoint(portal, method, path.replace(/\/(?=\/|$)/g, '/-')) !== undefined;

function createRouter(portal: CompiledPortal): Router {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 500 });
  for (const endpoint of Object.values(portal.endpoints))
    router.on(endpoint.method, toRoutePath(endpoint.template), () => undefined, { name: endpoint.name });
  return router;
}

/** `/api/x/{id}{?page}` as the router writes it: `/api/x/:id`. */
function toRoutePath(template: string): string {
  return template.replace(/\{[?&][^{}]*\}/g, '').replace(/\{([A-Za-z0-9_]+)\}/g, ':$1');
}
