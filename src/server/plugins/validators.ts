import type { FastifyPluginAsync } from 'fastify';
import { findFormValidator, validatorPath } from '../api/formValidators';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';

/** Serves the scripts that check forms in browsers: their names hold a hash, so they may be kept for ever. */
export const validatorRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { hash: string } }>(validatorPath, async (request, reply) => {
    const found = await findFormValidator(await findPortal(server, request), request.params.hash);
    if (!found) return reply.code(404).type('text/plain; charset=utf-8').send('');
    return reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' })
      .send(found.script);
  });
};
