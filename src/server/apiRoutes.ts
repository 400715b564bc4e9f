import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preciseNow } from '../database/flags';
import type { JsonObject } from '../model/payload';
import type { PortalServer } from './app';
import { portalOf } from './tenant';

/** Serves every call that definitions declare, under /api. */
export function apiRoutes(app: FastifyInstance, server: PortalServer): void {
  app.addHook('onRequest', async (request) => { arrivals.set(request, preciseNow()); });
  app.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url: '/api/*', handler: async (request, reply) => answerCall(server, request, reply) });
}

const arrivals = new WeakMap<FastifyRequest, number>();

async function answerCall(server: PortalServer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const portal = await portalOf(server, request);
  const body = isObject(request.body) ? request.body : undefined;
  const { status, body: answer, cookies, bytes } = await server.backEndOf(portal).answer(portal, {
    method: request.method, url: request.url, body, headers: forwarded(request), address: request.ip, secure: request.protocol === 'https', arrived: arrivals.get(request),
  });
  if (cookies) reply.header('set-cookie', cookies);
  // What depends on who asks is kept nowhere.
  reply.code(status).header('cache-control', cookies || bytes || request.headers.authorization !== undefined ? 'no-store' : 'no-cache');
  return bytes ? reply.type(bytes.type).send(bytes.data) : reply.send(answer);
}

/** The headers that say who is asking. */
function forwarded(request: FastifyRequest): Record<string, string> {
  const { authorization, cookie } = request.headers;
  return { ...(authorization === undefined ? {} : { authorization }), ...(cookie === undefined ? {} : { cookie }) };
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
