import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { RequestError } from '../api/errors';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { normalizePath } from '../rendering/address';
import { declarationPath, serveDeclaration } from '../rendering/declaration';
import { getSharedWords, type ServedPart, sharedWordsPath } from '../rendering/sharedWords';

/**
 * Serves what documents leave out because many of them share it: the words of an institution, and what is declared of a page. Names hold a
 * hash, so what they name may be kept for ever. Who asks for what was there before a change gets what is there now: a page without
 * either would be of no use.
 */
export const sharedPartRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { hash: string } }>(sharedWordsPath, async (request, reply) => {
    const { texts, patterns } = await findPortal(server, request);
    return send(reply, getSharedWords(texts, patterns), request.params.hash);
  });
  app.get<{ Params: { hash: string }; Querystring: { path?: unknown } }>(declarationPath, async (request, reply) => {
    const portal = await findPortal(server, request);
    const page = portal.pages.get(normalizePath(String(request.query.path ?? '')));
    if (!page) throw new RequestError('noSuchItem');
    return send(reply, serveDeclaration(portal, page), request.params.hash);
  });
};

const send = (reply: FastifyReply, { hash, json }: ServedPart, asked: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': hash === asked ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    .send(json);
