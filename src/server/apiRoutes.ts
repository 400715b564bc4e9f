import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JsonObject } from '../model/payload';
import type { PortalServer } from './app';
import { portalOf } from './tenant';

/** Serves every call that definitions declare, under /api. */
export function apiRoutes(app: FastifyInstance, server: PortalServer): void {
  app.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url: '/api/*', handler: async (request, reply) => answerCall(server, request, reply) });
}

async function answerCall(server: PortalServer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const portal = await portalOf(server, request);
  const body = isObject(request.body) ? request.body : undefined;
  const result = await server.backEndOf(portal).answer(portal, { method: request.method, url: request.url, body, headers: forwarded(request) });
  return reply.code(result.status).header('cache-control', 'no-cache').send(result.body);
}

/** The headers that say who is asking; nothing else of a visitor's request goes on to an institution's own back end. */
function forwarded(request: FastifyRequest): Record<string, string> {
  const token = request.headers.authorization;
  return token === undefined ? {} : { authorization: token };
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
