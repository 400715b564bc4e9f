import type { FastifyPluginAsync } from 'fastify';
import { ping } from '../../database/connection';
import type { PortalServer } from '../config/portalServer';

/** GET /healthz: 200 while the database answers, else 503; it asks for no host and names no institution. */
export const healthRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get('/healthz', async (_request, reply) => {
    const database = await ping(server.database);
    return reply
      .code(database ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: database ? 'ok' : 'unavailable', database });
  });
};
