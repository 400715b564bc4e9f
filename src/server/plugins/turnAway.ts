import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Admission } from '../api/admission';
import { formatError, RequestError, retryAfter } from '../api/errors';
import { buildFailureBody } from '../api/reply';
import { findEndpoint } from '../api/router';
import { findKnownPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';

interface TurnAwayOptions {
  server: Pick<PortalServer, 'definitions'>;
  admission: Admission;
  /** Whether the built-in back end answers a call: nobody else's are turned away here. */
  isBuiltIn(portal: CompiledPortal, endpoint: CompiledEndpoint): boolean;
}

/**
 * Turns away the calls that would not be let in anyhow (see `createAdmission`), as soon as their headers are there: in a rush, reading
 * all of each call before it is refused would take longer than answering those that are let in.
 */
export const turnAway = plugin(async (app, { server, admission, isBuiltIn }: TurnAwayOptions) => {
  const refusal = new RequestError('errorBusy');
  app.addHook('onRequest', (request, reply, done) => {
    const call = request.method === 'GET' ? undefined : findCall(server, request);
    if (!call || !admission.isFullFor(call.endpoint) || !isBuiltIn(call.portal, call.endpoint)) return done();
    const body = JSON.stringify(buildFailureBody(call.endpoint, refusal.status, formatError(call.portal, refusal)));
    reply.header('retry-after', retryAfter(refusal.http)).header('cache-control', 'no-store').type('application/json; charset=utf-8');
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    // Without `writeHead` the length is known, so that headers and body leave together.
    reply.raw.statusCode = refusal.http;
    reply.raw.end(body);
  });
});

function findCall(
  { definitions }: TurnAwayOptions['server'],
  request: FastifyRequest,
): { portal: CompiledPortal; endpoint: CompiledEndpoint } | undefined {
  if (!request.url.startsWith('/api/')) return undefined;
  const portal = findKnownPortal(definitions, request);
  const found = portal && findEndpoint(portal, request.method, request.url.replace(/\?.*/s, ''));
  return found && { portal, endpoint: found.endpoint };
}
