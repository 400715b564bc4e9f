import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Module } from '../../model/definitions.g';
import { asString, type JsonObject } from '../../model/json';
import { loadPage } from '../../runtime/pageData';
import { findForeign } from '../../runtime/locale';
import { createSiteRoots } from '../../runtime/roots';
import { parseTime } from '../../runtime/time';
import { escapeHtml } from '../api/sanitize';
import { findPortal } from '../api/tenant';
import { buildCalendar, calendarType } from '../calendar/ics';
import type { PortalServer } from '../config/portalServer';
import { createServerCall } from './call';
import { collectEndpoints } from './endpoints';
import { findDetail } from '../items/itemPages';
import { listFeeds } from './feedFormats';
import { readRoles, readText } from './itemRoles';
import { readOrigin } from './address';
import { pickDeclaredQuery } from './payload';
import { buildFrame } from './shell';

/** An item of a list as it stands in a feed; times in milliseconds since 1970. */
interface Entry {
  id: string;
  url: string;
  title: string;
  summary: string;
  time: number;
  end?: number;
  place?: string;
}

/** Lists to subscribe to under `/feeds`, with the same filters as the page: Atom (RFC 4287) and iCalendar (RFC 5545). */
export const feedRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get<{ Params: { page: string; format: string } }>('/feeds/:page.:format(atom|ics)', async (request, reply) => {
    const portal = await findPortal(server, request);
    const page = portal.pages.get(`/${request.params.page}`);
    const format = page && listFeeds(portal, page).find((name) => name === request.params.format);
    if (!page || !format) return reply.callNotFound();
    const entries = await readEntries(server, portal, page, request);
    reply.header('cache-control', 'public, max-age=300');
    if (format === 'atom')
      return reply
        .type('application/atom+xml; charset=utf-8')
        .send(writeAtom(portal, page, readOrigin(request) + request.originalUrl, entries));
    const { hostname } = new URL(readOrigin(request));
    const events = entries.map(({ id, time, summary, url, ...event }) => ({
      ...event,
      uid: `${id}@${hostname}`,
      start: time,
      stamp: server.clock(),
      text: `${summary}\n${url}`.trim(),
    }));
    return reply.type(calendarType).send(buildCalendar(...events));
  });
};

async function readEntries(server: PortalServer, portal: CompiledPortal, page: CompiledPage, request: FastifyRequest): Promise<Entry[]> {
  const call = createServerCall(
    portal,
    server.backEnd,
    (error) => request.log.error({ err: error }, 'a call of a feed failed'),
    undefined,
    request.ip,
  );
  const now = server.clock();
  const query = pickDeclaredQuery(page, Object.fromEntries(new URL(readOrigin(request) + request.url).searchParams));
  const source = {
    page: page.definition,
    endpoints: collectEndpoints(portal, page),
    codelists: page.codelists,
    query,
    roots: createSiteRoots(buildFrame(portal), now),
    now,
  };
  const { main } = await loadPage(source, call);
  const module = portal.modules[page.module]?.definition;
  const [origin, path] = [readOrigin(request) + portal.prefix, findDetail(portal, page.module)?.path ?? ''];
  return module ? (main?.rows ?? []).flatMap((row) => toEntry(row, module, readRoles(row, module, origin, path)) ?? []) : [];
}

function toEntry(
  row: JsonObject,
  { roles, linkedData }: Module,
  { title, summary, page }: ReturnType<typeof readRoles>,
): Entry | undefined {
  const { startDate, endDate, location } = linkedData?.properties ?? {};
  const time = parseTime(readText(row, startDate ?? roles?.time));
  if (time === undefined) return undefined;
  const place = typeof location === 'object' && 'properties' in location ? readText(row, location.properties?.['name']) : '';
  return { id: asString(row['id']), url: page, title, summary, time, end: parseTime(readText(row, endDate)), place };
}

/** Writes a feed (RFC 4287); what nobody translated tells its language (section 2). */
function writeAtom(
  { modules, locale, settings: { site } }: CompiledPortal,
  { module }: CompiledPage,
  address: string,
  entries: readonly Entry[],
): string {
  const title = `${modules[module]?.definition.title ?? ''} - ${site.title}`;
  const updated = new Date(Math.max(0, ...entries.map(({ time }) => time))).toISOString();
  const write = (name: string, text: string): string => {
    const foreign = findForeign(text, locale);
    return `<${name}${foreign === undefined ? '' : ` xml:lang="${foreign}"`}>${escapeHtml(text)}</${name}>`;
  };
  const written = entries.map(
    ({ url, title: name, summary, time }) =>
      `<entry><id>${escapeHtml(url)}</id>${write('title', name)}<link href="${escapeHtml(url)}"/><updated>${new Date(time).toISOString()}</updated>${write('summary', summary)}</entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">\n<id>${escapeHtml(address)}</id>\n<title>${escapeHtml(title)}</title>\n<author><name>${escapeHtml(site.title)}</name></author>\n<updated>${updated}</updated>\n<link rel="self" href="${escapeHtml(address)}"/>\n${written.join('\n')}\n</feed>\n`;
}
