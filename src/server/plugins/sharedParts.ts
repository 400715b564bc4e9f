import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledPortal } from '../../model/compiled';
import type { MenuEntry } from '../../model/payload';
import { RequestError } from '../api/errors';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { sendPacked } from '../config/sendPacked';
import { normalizePath } from '../rendering/address';
import { declarationPath, serveDeclaration } from '../rendering/declaration';
import { createServerCall } from '../rendering/call';
import { keepSettledReplies } from '../rendering/settledReplies';
import { findServedPart, hasOwnMenu, serveFrame, type ServedPart, sharedFramePath } from '../rendering/sharedFrame';
import { buildShell } from '../rendering/shell';

/**
 * Serves what documents leave out because many of them share it: the frame of an institution, and what is declared of a page. Names hold a
 * hash, so what they name may be kept for ever. A page of before a change gets what it was made with, for in what is there now browsers would
 * not know it again; where that is not at hand any more it gets what is there now, for without either it would be of no use.
 */
export const sharedPartRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { hash: string } }>(sharedFramePath, async (request, reply) => {
    const portal = await findPortal(server, request);
    const named = findServedPart(portal.tenant, request.params.hash);
    return send(request, reply, named ?? serveFrame(portal, hasOwnMenu(portal) ? [] : await loadMenu(server, portal, request)));
  });
  app.get<{ Params: { hash: string }; Querystring: { path?: unknown } }>(declarationPath, async (request, reply) => {
    const portal = await findPortal(server, request);
    const named = findServedPart(portal.tenant, request.params.hash);
    if (named) return send(request, reply, named);
    const page = portal.pages.get(normalizePath(String(request.query.path ?? '')));
    if (!page) throw new RequestError('noSuchItem');
    return send(request, reply, serveDeclaration(portal, page));
  });
};

async function loadMenu(server: PortalServer, portal: CompiledPortal, request: FastifyRequest): Promise<MenuEntry[]> {
  const call = createServerCall(portal, server.backEnd, (error) => request.log.error({ err: error }, 'the menu could not be had'));
  const { menu } = await buildShell(portal, keepSettledReplies(portal, server.settled, call));
  return menu;
}

/** What is packed once for all who ask, and kept by them for ever, is packed as well as can be: brotli makes a tenth less of it than of pages. */
const quality = 11;

const send = (request: FastifyRequest<{ Params: { hash: string } }>, reply: FastifyReply, part: ServedPart): Promise<FastifyReply> =>
  sendPacked(
    request,
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': part.hash === request.params.hash ? 'public, max-age=31536000, immutable' : 'no-cache',
    }),
    part,
    part.json,
    quality,
  );
