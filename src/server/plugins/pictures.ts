import type { FastifyPluginAsync } from 'fastify';
import { LRUCache } from 'lru-cache';
import { drawLogo } from '../../pictures/drawLogo';
import { drawPicture, motifs, type PicturePart } from '../../pictures/drawPicture';
import { createPalette } from '../../pictures/palette';
import { drawWords } from '../../pictures/words';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { sendPacked } from '../config/sendPacked';
import { outlineCharacters } from '../sharing/outlines';

/** A picture as it was drawn. */
interface Drawn {
  svg: string;
}

/** With what each takes packed, which is less than half of it. */
const drawnPictures = new LRUCache<string, Drawn>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ svg }) => Math.ceil(svg.length * 1.5) + 100,
});
/** Packed once for all who ask: beyond this quality brotli takes ten times as long for a hundredth less. */
const quality = 7;
const kinds: readonly string[] = [...motifs, 'logo', 'words'];
const maxSize = 2400;
/** Hundredths of a side that a close view shows at least. */
const smallestPart = 15;

const seeds = /^([a-z0-9-]{1,80})\.svg$/;
/** Words of a cover: letters of any script, numbers, brackets, quotes, the middle dot, and the full-width comma, pause, colon and marks. */
const writable = /^([\p{L}\p{N}\p{Ps}\p{Pe}\p{Pi}\p{Pf} \u00b7\uff0c\u3001\uff1a\uff01\uff1f-]{1,24})\.svg$/u;

/**
 * Draws the pictures of items that have none of their own, and institutions' marks, in the institution's colour:
 * /pictures/<motif>/<seed>.svg, /pictures/logo/<shape>.svg. `?size=1600x600` asks for another size, `?part=30-20-40` for a close view of
 * the part that begins at 30 and 20 hundredths of its width and height and takes 40 of both. /pictures/words/<title>.svg is a cover set in type.
 */
export const pictureRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { motif: string; file: string }; Querystring: { size?: string; part?: string } }>(
    '/pictures/:motif/:file',
    async (request, reply) => {
      const { color } = (await findPortal(server, request)).settings.theme;
      const { motif, file } = request.params;
      const seed = (motif === 'words' ? writable : seeds).exec(file)?.[1];
      if (seed === undefined || !kinds.includes(motif)) return reply.callNotFound();
      const size = readSize(request.query.size);
      const part = readPart(request.query.part);
      const key = [color, motif, seed, size.width, size.height, ...(part ? [part.x, part.y, part.share] : [])].join(' ');
      const drawn = drawnPictures.get(key) ?? { svg: await draw({ motif, seed, color, ...size, part }) };
      drawnPictures.set(key, drawn);
      reply.headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=86400',
        // Viewers of other sites draw what they show on canvases.
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      });
      return sendPacked(request, reply, drawn, drawn.svg, quality);
    },
  );
};

async function draw({
  motif,
  seed,
  color,
  ...shape
}: { motif: string; seed: string; color: string; part: PicturePart | undefined } & ReturnType<typeof readSize>): Promise<string> {
  if (motif === 'logo') return drawLogo({ shape: seed, color });
  const palette = createPalette(color, seed);
  return motif === 'words'
    ? drawWords({ words: seed, ...shape, palette }, await outlineCharacters(seed))
    : drawPicture({ motif, seed, ...shape, palette });
}

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
