import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CompiledPortal } from '../../model/compiled';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { defaultLogo } from './shell';

/** Side of a drawn icon in pixels, by the path that devices ask for. */
const sides = { '/favicon.ico': 48, '/apple-touch-icon.png': 180, '/icon-512.png': 512 } as const;

const onPaper = { fit: 'contain', background: '#fff' } as const;

/** Returns a drawing as PNG, by programs that are loaded when the first icon is asked for; it fetches nothing, and needs no fonts since logos are drawn of shapes. */
async function drawSvg(svg: Buffer, side: number): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg, { fitTo: { mode: 'width', value: side }, font: { loadSystemFonts: false } }).render().asPng();
}

/** The institution's logo in the sizes that browsers and phones ask for, and what phones know of a site that is kept on the first screen. */
export const iconRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const drawn = new LRUCache<string, Buffer>({ max: 300 });

  const draw = async (request: FastifyRequest, portal: CompiledPortal, side: number): Promise<Buffer | undefined> => {
    const url = portal.settings.site.appLogo ?? defaultLogo;
    const key = `${portal.tenant} ${portal.version} ${side}`;
    const kept = drawn.get(key);
    if (kept || !url.startsWith('/')) return kept;
    // However the logo is served, drawn here or brought along, it is asked for as browsers do.
    const logo = await app.inject({ url, headers: { host: request.host } });
    if (logo.statusCode !== 200) return undefined;
    const isDrawing = String(logo.headers['content-type']).startsWith('image/svg');
    const picture = isDrawing ? await drawSvg(logo.rawPayload, side) : logo.rawPayload;
    const { default: sharp } = await import('sharp');
    const png = await sharp(picture).resize(side, side, onPaper).flatten(onPaper).png().toBuffer();
    drawn.set(key, png);
    return png;
  };

  for (const [path, side] of Object.entries(sides))
    app.get(path, async (request, reply) => {
      const portal = await findPortal(server, request);
      const png = await draw(request, portal, side).catch((error: unknown) => {
        request.log.warn({ err: error }, 'the logo could not be drawn');
        return undefined;
      });
      if (!png) return reply.callNotFound();
      return reply.header('cache-control', 'public, max-age=3600').type('image/png').send(png);
    });

  app.get('/site.webmanifest', async (request, reply) => {
    const { settings, locale, prefix } = await findPortal(server, request);
    const { title, description, appLogo = defaultLogo } = settings.site;
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send({
        name: title,
        short_name: title,
        ...(description === undefined ? {} : { description }),
        lang: locale,
        start_url: prefix || '/',
        display: 'minimal-ui',
        theme_color: settings.theme.color,
        background_color: '#ffffff',
        icons: [
          ...(appLogo.endsWith('.svg') ? [{ src: appLogo, sizes: 'any', type: 'image/svg+xml' }] : []),
          { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        ],
      });
  });
};
