import type { FastifyPluginAsync } from 'fastify';
import { answerLevel, divisionsPath } from '../api/divisions/divisions';
import type { PortalServer } from '../config/portalServer';

/** Serves the divisions of China level by level, the same for every institution. */
export const divisionRoutes: FastifyPluginAsync<PortalServer> = async (app) => {
  app.get<{ Params: { code: string } }>(divisionsPath, async (request, reply) => {
    const level = answerLevel(request.params.code);
    if (!level) return reply.code(404).type('text/plain; charset=utf-8').send('');
    reply.headers({ 'cache-control': 'public, max-age=86400', etag: level.tag });
    if (request.headers['if-none-match'] === level.tag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(level.body);
  });
};
