import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { MenuEntry } from '../../model/payload';
import { isBuiltIn } from '../api/ownBackend';
import { findPortal } from '../api/tenant';
import { findDetail } from '../items/itemPages';
import type { PortalServer } from '../config/portalServer';
import { createServerCall } from './call';
import { readOrigin } from './address';
import { buildShell } from './shell';
import { SitemapParts, writePart } from './sitemapParts';
import { closeXml, listEntries, openXml, type SitemapEntry, writeEntries } from './sitemapXml';

/** robots.txt, and a sitemap of the pages in the menu and of every published item in the database (sitemaps.org, protocol 0.9). */
export const sitemapRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const parts = new SitemapParts(server.database, server.stopwatch);
  app.get('/robots.txt', async (request, reply) => {
    await findPortal(server, request);
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /portal/\nSitemap: ${readOrigin(request)}/sitemap.xml\n`);
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const portal = await findPortal(server, request);
    const origin = readOrigin(request);
    const entries: SitemapEntry[] = [{ loc: `${origin}/sitemap-pages.xml` }];
    const pages = findDetailPages(portal);
    for (const page of pages)
      for (const [index, { updated }] of (await parts.list(portal, page, origin)).entries())
        entries.push({ loc: `${origin}/sitemap-${page.module}-${index + 1}.xml`, lastmod: updated });
    const text = openXml('sitemapindex', false) + writeEntries('sitemapindex', entries) + closeXml('sitemapindex');
    return send(request, reply, text, () => text);
  });
  app.get('/sitemap-pages.xml', async (request, reply) => {
    const portal = await findPortal(server, request);
    const call = createServerCall(portal, server.backEnd, (error) => request.log.error(error));
    const { menu } = await buildShell(portal, call);
    const paths = new Set(['/', ...collectAddresses(menu)]);
    const entries = [...paths].flatMap((path) => listEntries(portal, path, readOrigin(request)));
    const text = openXml('urlset', portal.locales.length > 1) + writeEntries('urlset', entries) + closeXml('urlset');
    return send(request, reply, text, () => text);
  });
  app.get<{ Params: { module: string; part: string } }>('/sitemap-:module-:part(^\\d{1,4}).xml', async (request, reply) => {
    const portal = await findPortal(server, request);
    const page = findDetailPages(portal).find((entry) => entry.module === request.params.module);
    if (!page) return reply.callNotFound();
    const origin = readOrigin(request);
    const all = await parts.list(portal, page, origin);
    const number = Number(request.params.part);
    const part = all[number - 1];
    if (!part) return reply.callNotFound();
    const bounds = { ...part, next: all[number]?.first };
    const state = JSON.stringify([portal.version, origin, bounds]);
    return send(request, reply, state, () => Readable.from(writePart(server.database, portal, page, origin, bounds)));
  });
};

/**
 * Sends a sitemap, unless who asks has it already.
 * @param state the same as long as the sitemap is
 * @param write makes the text, when it is sent
 */
function send(request: FastifyRequest, reply: FastifyReply, state: string, write: () => string | Readable): FastifyReply {
  // Weak: packed it is the same sitemap.
  const etag = `W/"${createHash('sha256').update(state).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  reply.header('cache-control', 'no-cache');
  if ((request.headers['if-none-match'] ?? '').includes(etag)) return reply.code(304).send();
  return reply.type('application/xml; charset=utf-8').send(write());
}

/**
 * Returns the detail page of each module that has one for everybody. The items of an institution's own back end stand in no sitemap: they
 * are not in the database, and the declared calls would have to be made page by page for all of them; its lists lead to them.
 */
const findDetailPages = (portal: CompiledPortal): CompiledPage[] =>
  Object.keys(portal.modules)
    .filter((module) => isBuiltIn(portal, module))
    .flatMap((module) => findDetail(portal, module) ?? []);

const collectAddresses = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap((entry) => [...(entry.href.startsWith('/') ? [entry.href] : []), ...collectAddresses(entry.children)]);
