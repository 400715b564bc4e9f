import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import type { PortalServer } from '../config/portalServer';

/**
 * Headers that say something of documents alone, or of one reply among many. A page loads up to a dozen files, with which they would weigh as
 * much as a file of its own.
 */
const ofNoFile = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options', 'x-request-id'];

/** Serves the built files for browsers under /assets: their names hold a hash, so they may be kept for ever. */
export const assetRoutes: FastifyPluginAsync<PortalServer> = async (app, { assetFolder }) => {
  if (assetFolder === undefined) return;
  app.addHook('onSend', async (_request, reply) => {
    // What there is no file for is answered like anywhere else.
    if (reply.statusCode >= 400) return;
    for (const name of ofNoFile) reply.removeHeader(name);
    reply.header('vary', 'accept-encoding');
  });
  await app.register(fastifyStatic, {
    root: join(assetFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    lastModified: false,
    acceptRanges: false,
    index: false,
    decorateReply: false,
  });
};
