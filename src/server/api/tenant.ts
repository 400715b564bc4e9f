import type { FastifyRequest } from 'fastify';
import type { CompiledPortal } from '../../model/compiled';
import type { DefinitionStore } from '../config/definitionStore';

/** The host of a request is no institution's; the reply names none. */
export class UnknownHostError extends Error {
  constructor() {
    super('unknown host');
    this.name = 'UnknownHostError';
  }
}

/**
 * The portal of a request: the host name alone decides (ledger TENANT-01).
 * @throws UnknownHostError when no institution has the host
 */
export async function portalOf(server: { definitions: DefinitionStore }, request: FastifyRequest): Promise<CompiledPortal> {
  await server.definitions.refresh();
  const portal = server.definitions.portalOfHost(hostName(request.host));
  if (!portal) throw new UnknownHostError();
  return portal;
}

/** A host without its port, in small letters; an IPv6 address keeps its brackets. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}
