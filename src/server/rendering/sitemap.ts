import type { FastifyPluginAsync } from 'fastify';
import { type ItemQuery, listItems } from '../../database/content/items';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { MenuEntry } from '../../model/payload';
import { isBuiltIn } from '../api/ownBackend';
import { localizeAddress } from '../../runtime/locale';
import { escapeHtml } from '../api/sanitize';
import { findPortal } from '../api/tenant';
import { addressItem, findDetail } from '../items/itemPages';
import type { PortalServer } from '../config/portalServer';
import { createServerCall } from './call';
import { listAlternates } from './head';
import { readOrigin } from './address';
import { buildShell } from './shell';

const entriesPerFile = 1000;
const maxFiles = 200;

/** robots.txt, and a sitemap of the pages in the menu and of every published item in the database (sitemaps.org, protocol 0.9). */
export const sitemapRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get('/robots.txt', async (request, reply) => {
    await findPortal(server, request);
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /portal/\nSitemap: ${readOrigin(request)}/sitemap.xml\n`);
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const portal = await findPortal(server, request);
    const files = ['/sitemap-pages.xml'];
    for (const page of findDetailPages(portal)) {
      const { total } = await listItems(server.database, buildQuery(portal, page, 1, 0));
      for (let part = 1; part <= Math.min(maxFiles, Math.ceil(total / entriesPerFile)); part += 1)
        files.push(`/sitemap-${page.module}-${part}.xml`);
    }
    const entries = files.map((file) => ({ loc: readOrigin(request) + file }));
    return reply.type('application/xml; charset=utf-8').send(writeXml('sitemapindex', 'sitemap', entries));
  });
  app.get('/sitemap-pages.xml', async (request, reply) => {
    const portal = await findPortal(server, request);
    const call = createServerCall(portal, server.backEnd, (error) => request.log.error(error));
    const { menu } = await buildShell(portal, call);
    const paths = new Set(['/', ...collectAddresses(menu)]);
    const entries = [...paths].flatMap((path) => listEntries(portal, path, readOrigin(request)));
    return reply.type('application/xml; charset=utf-8').send(writeXml('urlset', 'url', entries));
  });
  app.get<{ Params: { module: string; part: string } }>('/sitemap-:module-:part(^\\d{1,4}).xml', async (request, reply) => {
    const portal = await findPortal(server, request);
    const page = findDetailPages(portal).find((entry) => entry.module === request.params.module);
    if (!page) return reply.callNotFound();
    const offset = (Math.max(1, Number(request.params.part)) - 1) * entriesPerFile;
    const { rows } = await listItems(server.database, buildQuery(portal, page, entriesPerFile, offset));
    const urls = rows.flatMap((row) =>
      listEntries(portal, addressItem(page.path, row), readOrigin(request), row.pub.getTime() > 0 ? row.pub.toISOString() : undefined),
    );
    return reply.type('application/xml; charset=utf-8').send(writeXml('urlset', 'url', urls));
  });
};

function buildQuery({ tenant }: CompiledPortal, { module }: CompiledPage, limit: number, offset: number): ItemQuery {
  return { tenant, module, filters: [], order: [], limit, offset };
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

interface Entry {
  loc: string;
  lastmod?: string;
  /** The same page in all languages, this one too, as each of them has to say. */
  alternates?: readonly { locale: string; href: string }[];
}

/** Returns the entries of a page: one in each language. */
function listEntries(portal: CompiledPortal, path: string, origin: string, lastmod?: string): Entry[] {
  if (portal.locales.length < 2) return [{ loc: origin + path, lastmod }];
  const alternates = listAlternates(portal, path, origin);
  return portal.locales.map(({ prefix }) => ({ loc: origin + localizeAddress(path, prefix), lastmod, alternates }));
}

function writeXml(root: string, element: string, entries: readonly Entry[]): string {
  const writeLinks = ({ alternates = [] }: Entry): string =>
    alternates.map(({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeHtml(href)}"/>`).join('');
  const lines = entries.map(
    (entry) =>
      `<${element}><loc>${escapeHtml(entry.loc)}</loc>${entry.lastmod === undefined ? '' : `<lastmod>${entry.lastmod}</lastmod>`}${writeLinks(entry)}</${element}>`,
  );
  const links = entries.some(({ alternates }) => alternates) ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${links}>\n${lines.join('\n')}\n</${root}>\n`;
}
