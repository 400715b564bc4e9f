import type { FastifyPluginAsync } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { WorkQueue } from '../files/workQueue';
import { parseOwnAddress, readOrigin } from './address';
import { makePayload } from './makePayload';
import type { GetPicture } from '../sharing/drawCard';
import { digestCard } from '../sharing/shareCard';

/**
 * The share pictures of pages. An address says which page, and by a digest what is drawn; the words are the page's own, so that nobody has
 * others drawn. One that is no longer what its page shows leads to the one that is.
 */
export const shareRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const drawn = new LRUCache<string, Buffer>({ maxSize: 24 * 1024 * 1024, sizeCalculation: ({ length }) => length });
  const drawing = new Map<string, Promise<Buffer>>();
  const queue = new WorkQueue(1, 16);

  /** Asked for by many at once, a picture is drawn once. */
  const drawOnce = (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const made =
      drawing.get(key) ??
      queue
        .run(draw)
        .then((png) => {
          drawn.set(key, png);
          return png;
        })
        .finally(() => drawing.delete(key));
    drawing.set(key, made);
    return made;
  };

  app.get<{ Params: { file: string }; Querystring: { page?: unknown } }>('/pictures/share/:file', async (request, reply) => {
    const portal = await findPortal(server, request);
    const digest = /^([\w-]{22})\.png$/.exec(request.params.file)?.[1];
    const { page } = request.query;
    const url = typeof page === 'string' ? parseOwnAddress(readOrigin(request), page) : undefined;
    if (digest === undefined || !url) return reply.callNotFound();
    const key = `${portal.tenant} ${digest}`;
    let png = drawn.get(key);
    if (!png) {
      const { payload, card } = await makePayload(server, portal, request, url);
      const current = payload.page.head.shareImage;
      if (payload.page.status !== 200 || current === undefined) return reply.callNotFound();
      if (digestCard(card) !== digest) return reply.header('cache-control', 'no-store').redirect(current);
      const get: GetPicture = async (address) => {
        // However a picture is served, drawn, brought along or uploaded, it is asked for as browsers do.
        const { statusCode, headers, rawPayload } = await app.inject({ url: address, headers: { host: request.host } });
        const type = String(headers['content-type']);
        return statusCode === 200 && type.startsWith('image/') ? { bytes: rawPayload, type } : undefined;
      };
      const { drawCard } = await import('../sharing/drawCard');
      png = await drawOnce(key, () => drawCard(card, get));
    }
    return reply
      .type('image/png')
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${digest}"` })
      .send(png);
  });
};
