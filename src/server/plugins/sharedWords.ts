import type { FastifyPluginAsync } from 'fastify';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { getSharedWords, sharedWordsPath } from '../rendering/sharedWords';

/**
 * Serves the words that all pages of an institution share: their names hold a hash, so they may be kept for ever. Who asks for those of
 * before a change gets the present ones, which have the same names: a page without words would be of no use.
 */
export const sharedWordsRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { hash: string } }>(sharedWordsPath, async (request, reply) => {
    const { texts, patterns } = await findPortal(server, request);
    const { hash, json } = getSharedWords(texts, patterns);
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': hash === request.params.hash ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .send(json);
  });
};
