import type { FastifyPluginAsync } from 'fastify';
import { LRUCache } from 'lru-cache';
import { drawLogo } from '../../pictures/drawLogo';
import { drawPicture, motifs } from '../../pictures/drawPicture';
import { createPalette } from '../../pictures/palette';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';

const drawnPictures = new LRUCache<string, string>({ maxSize: 32 * 1024 * 1024, sizeCalculation: (svg) => svg.length + 100 });
const maxSize = 2400;

/**
 * Draws the pictures of items that have none of their own, and institutions' marks, in the institution's colour:
 * /pictures/<motif>/<seed>.svg, /pictures/logo/<shape>.svg. `?size=1600x600` asks for another size.
 */
export const pictureRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { motif: string; file: string }; Querystring: { size?: string } }>('/pictures/:motif/:file', async (request, reply) => {
    const { color } = (await findPortal(server, request)).settings.theme;
    const { motif, file } = request.params;
    const seed = /^([a-z0-9-]{1,80})\.svg$/.exec(file)?.[1];
    if (seed === undefined || (motif !== 'logo' && !motifs.includes(motif))) return reply.callNotFound();
    const size = readSize(request.query.size);
    const key = `${color} ${motif} ${seed} ${size.width} ${size.height}`;
    let svg = drawnPictures.get(key);
    if (svg === undefined)
      drawnPictures.set(
        key,
        (svg =
          motif === 'logo' ? drawLogo({ shape: seed, color }) : drawPicture({ motif, seed, ...size, palette: createPalette(color, seed) })),
      );
    return reply
      .type('image/svg+xml; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=86400', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" })
      .send(svg);
  });
};

function readSize(size: unknown): { width: number; height: number } {
  const [, width = '800', height = '600'] = (typeof size === 'string' ? /^(\d{2,4})x(\d{2,4})$/.exec(size) : null) ?? [];
  return { width: Math.min(maxSize, Math.max(64, Number(width))), height: Math.min(maxSize, Math.max(64, Number(height))) };
}
