import type { FastifyPluginAsync } from 'fastify';
import type { PortalServer } from '../config/portalServer';
import { findReadiness } from '../config/readiness';

/**
 * Two questions of whoever runs the server; neither asks for a host or names an institution.
 *
 * - GET /healthz: whether the program is alive. It looks at nothing else, for restarting the program mends nothing else.
 * - GET /readyz: whether visitors should be sent here: 200, or 503 with what is missing. It answers within about a second. A server that is
 *   about to close says so here first (see `Departure`).
 */
export const healthRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, parts } = await findReadiness(server);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable', ...parts });
  });
};
