import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { preciseNow } from '../../database/content/flags';
import type { Json } from '../../model/json';
import type { PortalServer } from '../config/portalServer';
import { dropRest, openMultipart } from './multipart';
import { findPortal } from './tenant';

/** Serves every call that definitions declare, under /api. */
export const apiRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  await app.register(multipart);
  app.addHook('onRequest', async (request) => {
    arrivals.set(request, preciseNow());
  });
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/api/*',
    handler: async (request, reply) => answerCall(server, request, reply),
  });
};

const arrivals = new WeakMap<FastifyRequest, number>();

async function answerCall(server: PortalServer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const portal = await findPortal(server, request);
  // What is JSON but no object stays what it is: only a call without any body counts as one without fields.
  const body = request.body as Json | undefined;
  const files = openMultipart(request);
  const {
    status,
    body: answer,
    cookies,
    bytes,
  } = await server
    .backEndOf(portal)
    .answer(portal, {
      method: request.method,
      url: request.url,
      body,
      multipart: files,
      headers: pickHeaders(request),
      address: request.ip,
      secure: request.protocol === 'https',
      arrived: arrivals.get(request),
    })
    .finally(() => {
      if (files) dropRest(files);
    });
  if (cookies) reply.header('set-cookie', cookies);
  // What depends on who asks is kept nowhere.
  reply.code(status).header('cache-control', cookies || bytes || request.headers.authorization !== undefined ? 'no-store' : 'no-cache');
  if (bytes?.name !== undefined) reply.header('content-disposition', `attachment; filename="${bytes.name}"`);
  return bytes ? reply.type(bytes.type).send(bytes.data) : reply.send(answer);
}

/** Returns the headers that say who is asking, and which submission it is. */
function pickHeaders({ headers }: FastifyRequest): Record<string, string> {
  const names = ['authorization', 'cookie', 'idempotency-key'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
