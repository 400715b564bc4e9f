import multipartBodies from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { readPreciseTime } from '../../database/content/flags';
import type { Json } from '../../model/json';
import { joinHeader } from '../../runtime/joinCalls';
import { refusalHeader } from '../../runtime/refusal';
import type { PortalServer } from '../config/portalServer';
import { nameRequest } from '../config/requestName';
import { sendJson } from '../config/sendJson';
import { shareReply } from '../config/sharedReply';
import { organizationHeader, refuseForeignPages } from './crossSite';
import { retryAfter } from './errors';
import { answerJoinedCalls } from './joinedCalls';
import { dropRest, openMultipart } from './multipart';
import { findEndpoint } from './router';
import { findPortal } from './tenant';

/** Serves every call that definitions declare, under /api. */
export const apiRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  await app.register(multipartBodies);
  app.addHook('onRequest', async (request) => {
    arrivals.set(request, readPreciseTime());
    refuseForeignPages(request);
  });
  const method = ['GET', 'POST', 'PUT', 'DELETE'];
  app.route({ method, url: '/api/*', compress: false, handler: async (request, reply) => answerCall(server, request, reply) });
};

/** What rules refuse with; neither who is not known (ledger SESSION-16) nor trouble of the server is among them. */
const refusedByRule: ReadonlySet<number> = new Set([400, 404, 409, 413, 422, 429]);

const arrivals = new WeakMap<FastifyRequest, number>();

async function answerCall(server: PortalServer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const portal = await findPortal(server, request);
  // What is JSON but no object stays what it is: only a call without any body counts as one without fields.
  const body = request.body as Json | undefined;
  const multipart = openMultipart(request);
  const { method, url, ip: address } = request;
  const secure = request.protocol === 'https';
  const found = findEndpoint(portal, method, url.replace(/\?.*/s, ''));
  if (found) nameRequest(request, `call ${found.endpoint.name}`);
  const call = { method, url, body, multipart, headers: pickHeaders(request), address, secure, arrived: arrivals.get(request) };
  const answering = server.backEnd.answer(portal, call);
  const answer = await answering.finally(() => multipart && dropRest(multipart));
  const { status, cookies, bytes, copiedAt } = answer;
  const asked = request.headers[joinHeader.toLowerCase()];
  if (typeof asked === 'string') {
    const joined = await answerJoinedCalls(portal, call, answer, asked, (other) => server.backEnd.answer(portal, other));
    if (joined !== undefined) reply.header(joinHeader, joined);
  }
  if (cookies) reply.header('set-cookie', cookies);
  const seconds = answer.retryAfter ?? retryAfter(status);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  const quiet = refusedByRule.has(status) && request.headers[refusalHeader.toLowerCase()] !== undefined;
  if (quiet) reply.header(refusalHeader, status);
  reply.code(quiet ? 200 : status);
  // What depends on who asks is kept nowhere.
  const isOwn = quiet || cookies || bytes || copiedAt !== undefined || request.headers.authorization !== undefined;
  const sources = isOwn || status !== 200 || typeof asked === 'string' ? undefined : answer.sources;
  if (server.edge) shareReply(reply, server.edge, portal.tenant, sources);
  else reply.header('cache-control', isOwn ? 'no-store' : 'no-cache');
  if (bytes?.name !== undefined) reply.header('content-disposition', `attachment; filename="${bytes.name}"`);
  return bytes ? reply.type(bytes.type).send(bytes.data) : sendJson(reply, answer.body, request.headers['accept-encoding'] ?? '');
}

/** Returns the headers that say who is asking, and which submission it is. */
function pickHeaders({ headers }: FastifyRequest): Record<string, string> {
  const sent = ['authorization', 'cookie', 'idempotency-key', organizationHeader].map((name) => [name, headers[name]] as const);
  return Object.fromEntries(sent.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
