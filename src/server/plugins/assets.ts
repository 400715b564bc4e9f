import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import type { PortalServer } from '../config/portalServer';

/** Serves the built files for browsers under /assets: their names hold a hash, so they may be kept for ever. */
export const assetRoutes: FastifyPluginAsync<PortalServer> = async (app, { assetFolder }) => {
  if (assetFolder === undefined) return;
  await app.register(fastifyStatic, {
    root: join(assetFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  });
};
