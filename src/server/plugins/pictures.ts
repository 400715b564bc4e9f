import type { FastifyPluginAsync } from 'fastify';
import { LRUCache } from 'lru-cache';
import { drawLogo } from '../../pictures/drawLogo';
import { drawPicture, motifs, type PicturePart } from '../../pictures/drawPicture';
import { createPalette } from '../../pictures/palette';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';

const drawnPictures = new LRUCache<string, string>({ maxSize: 32 * 1024 * 1024, sizeCalculation: (svg) => svg.length + 100 });
const maxSize = 2400;
/** Hundredths of a side that a close view shows at least. */
const smallestPart = 15;

/**
 * Draws the pictures of items that have none of their own, and institutions' marks, in the institution's colour:
 * /pictures/<motif>/<seed>.svg, /pictures/logo/<shape>.svg. `?size=1600x600` asks for another size, `?part=30-20-40` for a close view of
 * the part that begins at 30 and 20 hundredths of its width and height and takes 40 of both.
 */
export const pictureRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { motif: string; file: string }; Querystring: { size?: string; part?: string } }>(
    '/pictures/:motif/:file',
    async (request, reply) => {
      const { color } = (await findPortal(server, request)).settings.theme;
      const { motif, file } = request.params;
      const seed = /^([a-z0-9-]{1,80})\.svg$/.exec(file)?.[1];
      if (seed === undefined || (motif !== 'logo' && !motifs.includes(motif))) return reply.callNotFound();
      const size = readSize(request.query.size);
      const part = readPart(request.query.part);
      const key = [color, motif, seed, size.width, size.height, ...(part ? [part.x, part.y, part.share] : [])].join(' ');
      let svg = drawnPictures.get(key);
      if (svg === undefined)
        drawnPictures.set(
          key,
          (svg =
            motif === 'logo'
              ? drawLogo({ shape: seed, color })
              : drawPicture({ motif, seed, ...size, part, palette: createPalette(color, seed) })),
        );
      return reply
        .type('image/svg+xml; charset=utf-8')
        .headers({
          'cache-control': 'public, max-age=86400',
          // Viewers of other sites draw what they show on canvases.
          'access-control-allow-origin': '*',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        })
        .send(svg);
    },
  );
};

function readSize(size: unknown): { width: number; height: number } {
  const [, width = '800', height = '600'] = (typeof size === 'string' ? /^(\d{2,4})x(\d{2,4})$/.exec(size) : null) ?? [];
  return { width: Math.min(maxSize, Math.max(64, Number(width))), height: Math.min(maxSize, Math.max(64, Number(height))) };
}

/** Returns the part that is asked for, none that reaches beyond the picture. */
function readPart(part: unknown): PicturePart | undefined {
  const found = typeof part === 'string' ? /^(\d{1,2})-(\d{1,2})-(\d{2})$/.exec(part) : null;
  const [x = 0, y = 0, share = 0] = (found ?? []).slice(1).map(Number);
  return share >= smallestPart && x + share <= 100 && y + share <= 100 ? { x, y, share } : undefined;
}
