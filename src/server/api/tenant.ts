import type { FastifyRequest } from 'fastify';
import type { CompiledPortal } from '../../model/compiled';
import type { DefinitionStore } from '../config/definitionStore';
import { RequestError } from './errors';

/**
 * Returns the portal of a request: the host name alone decides (ledger TENANT-01).
 * @throws RequestError 404 when no institution has the host, 503 when one has or may have it that cannot be shown; the reply names none
 */
export async function findPortal(server: { definitions: DefinitionStore }, request: FastifyRequest): Promise<CompiledPortal> {
  await server.definitions.refresh();
  const portal = findKnownPortal(server.definitions, request);
  if (!portal) throw new RequestError(server.definitions.mayBeBroken(normalizeHost(request.host)) ? 'portalMissing' : 'unknownHost');
  return portal;
}

/** Returns the portal of a request without a look at the files of the definitions; undefined when no institution has the host. */
export function findKnownPortal(definitions: DefinitionStore, request: FastifyRequest): CompiledPortal | undefined {
  return definitions.portalOfHost(normalizeHost(request.host));
}

/** Returns a host without its port, in small letters; an IPv6 address keeps its brackets. */
function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}
