import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

const names = new WeakMap<FastifyRequest, string>();

/** Says what definitions call what a request asks for, such as `page information:list`: logs and metrics know it by that. */
export function nameRequest(request: FastifyRequest, name: string): void {
  names.set(request, name);
}

/** Returns what a request asks for, as definitions call it; otherwise the pattern of its route. */
export const getRequestName = (request: FastifyRequest): string => names.get(request) ?? request.routeOptions.url ?? 'none';

const current = new AsyncLocalStorage<FastifyRequest>();

/** Does work, and all that it begins, for a request. */
export const runForRequest = (request: FastifyRequest, work: () => void): void => current.run(request, work);

/** Returns the request that something is done for; undefined for what the server does by itself. */
export const getCurrentRequest = (): FastifyRequest | undefined => current.getStore();
