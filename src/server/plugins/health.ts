import type { FastifyPluginAsync } from 'fastify';
import type { PortalServer } from '../config/portalServer';

/**
 * Two questions of whoever runs the server; neither asks for a host or names an institution.
 *
 * - GET /healthz: whether the program is alive. It looks at nothing else, for restarting the program mends nothing else.
 * - GET /readyz: whether visitors should be sent here: 200, or 503 with what is missing. It answers within about a second.
 */
export const healthRoutes: FastifyPluginAsync<PortalServer> = async (app, { database, definitions, disk }) => {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const [answers, low] = await Promise.all([database.probe.answers(), disk?.isLow() ?? false]);
    const parts = { database: answers, definitions: definitions.tenants.length > 0, disk: !low };
    const ready = Object.values(parts).every(Boolean);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', ...parts });
  });
};
