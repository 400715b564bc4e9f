import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { largeTextName } from '../../runtime/largeText';
import { findStatefulLists } from '../../runtime/lists';
import { findMapSections } from '../../runtime/sections';
import { writeCopyNote } from '../api/copyNote';
import { buildInstitutionCookies } from '../api/cookies';
import { RequestError, retryAfter } from '../api/errors';
import { findPagePortal, findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { followContent } from '../config/followChanges';
import { nameRequest } from '../config/requestName';
import { sendJson } from '../config/sendJson';
import { originAges, shareReply } from '../config/sharedReply';
import { normalizePath, parseOwnAddress, readOrigin } from './address';
import { serveDeclaration } from './declaration';
import { sendDeskPage, sendDeskPayload } from './deskPages';
import { buildContentSecurityPolicy, buildDocument, writeNote } from './document';
import { enlargePage, keepTextSize, readAskedTextSize } from './largeText';
import { collectPolicyHosts } from './mapSettings';
import { type CachedPage, compressPage, PageCache, readText } from './pageCache';
import { findFocusSheet } from '../files/focusSheet';
import { makePayload } from './makePayload';
import { pickDeclaredQuery } from './payload';
import { sendPreview, sendPreviewPayload } from './previewPages';
import { asksForPreview } from './previews';
import { carryPayload, omitSharedPatterns, pickTextPatterns } from './sharedFrame';

/** Serves every page of the portals, and page payloads for visitors who go from page to page. */
export const pageRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  const cache = new PageCache(server.stopwatch, server.edge && originAges);
  const unfollow = followContent(server.database.changes, (tenant) => cache.outdate(tenant));
  app.addHook('onClose', async () => unfollow());
  app.get('/portal/page', async (request, reply) => {
    const portal = await findPortal(server, request);
    if (portal.desk) return sendDeskPayload(server, portal, request, reply);
    const url = parseOwnAddress(readOrigin(request), String((request.query as Record<string, unknown>)['url'] ?? '/').slice(0, 4000));
    if (!url) throw new RequestError('invalidRequest');
    if (asksForPreview(url)) return sendPreviewPayload(server, portal, request, reply, url);
    const { payload, copiedAt, complete, sources } = await makePayload(server, portal, request, url);
    // The browser then opens the address itself, for which there may be an older page, or one that says that it is.
    if (payload.page.status === 503 || copiedAt !== undefined) throw new RequestError('errorBusy');
    const opened = portal.pages.get(normalizePath(url.pathname));
    if (opened && payload.page.status === 200) server.visits.add(portal.tenant, opened.module, request.headers);
    const { patterns } = payload.page;
    const { changesAt, now, status } = payload.page;
    const isShared = complete && status === 200 && opened !== undefined && !saysWhere(opened, payload.page.query);
    const holdsFor = changesAt === undefined ? undefined : changesAt - now;
    if (server.edge) shareReply(reply, server.edge, portal.tenant, isShared ? sources : undefined, holdsFor);
    else reply.header('cache-control', 'no-cache');
    const sent = { ...payload.page, patterns: omitSharedPatterns(patterns, pickTextPatterns(portal)) };
    return sendJson(reply, sent, request.headers['accept-encoding'] ?? '');
  });
  app.get('/*', async (request, reply) => {
    const { portal, url: address } = await findPagePortal(server, request);
    const url = parseOwnAddress(readOrigin(request), address);
    if (!url) throw new RequestError('invalidRequest');
    if (portal.desk) return sendDeskPage(server, portal, request, reply, url);
    if (asksForPreview(url)) return sendPreview(server, portal, request, reply, url);
    const asked = readAskedTextSize(url);
    if (asked !== undefined) {
      // The address that is handed on says nothing of its reader.
      url.searchParams.delete(largeTextName);
      return reply.headers({ 'set-cookie': keepTextSize(asked, portal, request), 'cache-control': 'no-store' }).redirect(url.href);
    }
    const compiled = portal.pages.get(normalizePath(url.pathname));
    if (compiled) nameRequest(request, `page ${compiled.module}:${compiled.name}`);
    const query = compiled ? pickDeclaredQuery(compiled, Object.fromEntries(url.searchParams)) : {};
    const key = `${portal.tenant} ${portal.version} ${url.origin}${compiled ? normalizePath(url.pathname) : ' missing'}?${new URLSearchParams(query).toString()}`;
    const isPlaced = compiled !== undefined && saysWhere(compiled, query);
    // Where somebody is, is kept nowhere: such a page is made for this request alone.
    let isFirst = false;
    const page = await (isPlaced ? new PageCache(server.stopwatch) : cache).get(key, async () => {
      isFirst = true;
      const { payload, linkedData, complete, copiedAt, sources } = await makePayload(server, portal, request, url);
      const rendered = server.render(payload);
      if (rendered.fault !== undefined)
        request.log.error({ err: rendered.fault, path: url.pathname }, 'a part of a page could not be rendered');
      const focus = await findFocusSheet(server.database, portal.tenant, server.clock());
      const made = buildDocument(payload, rendered, server.assets, {
        carried: carryPayload(portal, payload, compiled && serveDeclaration(portal, compiled).address),
        themeStyles: server.themeStyles(payload.shell.theme),
        linkedData,
        focusVersion: focus.version,
      });
      const document = copiedAt === undefined ? made : writeNote({ ...made, note: writeCopyNote(portal, copiedAt) });
      return {
        document,
        isCopy: copiedAt !== undefined,
        sources,
        holdsFor: payload.page.changesAt === undefined ? undefined : payload.page.changesAt - payload.page.now,
        status: complete ? payload.page.status : 503,
      };
    });
    const onSent = createCounting(server, portal, page.status === 200 ? compiled : undefined);
    onSent(request.headers);
    return sendPage(server, request, reply, page, portal, isPlaced, (bytes) => {
      // Most searches are made once: what only one asked for is not worth the place.
      if (isFirst || cache.isOutdated(key)) return;
      const headers = Object.fromEntries(Object.entries({ ...reply.getHeaders(), ...(bytes ? { 'content-length': bytes.length } : {}) }));
      server.ready.keep(request.raw, { status: reply.statusCode, headers, bytes, onSent }, page.endsAt);
    });
  });
};

/** Returns what counts a visit each time that a page is sent. It holds on to nothing of the request for which the page was made. */
const createCounting =
  ({ visits }: Pick<PortalServer, 'visits'>, { tenant }: CompiledPortal, opened: CompiledPage | undefined) =>
  (asking: IncomingHttpHeaders): void => {
    if (opened) visits.add(tenant, opened.module, asking);
  };

const placeNames = new WeakMap<CompiledPage, readonly string[]>();

/** Returns whether an address holds where its visitor is, by an order of one of the page's lists, or of a map's. */
function saysWhere(compiled: CompiledPage, query: Readonly<Record<string, string>>): boolean {
  const names = placeNames.get(compiled) ?? listPlaceNames(compiled);
  placeNames.set(compiled, names);
  return names.some((name) => query[name] !== undefined);
}

const listPlaceNames = ({ definition }: CompiledPage): string[] =>
  [...findStatefulLists(definition).flatMap(({ list }) => Object.values(list.sorts ?? {})), ...findMapSections(definition)].flatMap(
    ({ locate }) => locate ?? [],
  );

const policies = new WeakMap<CachedPage, string>();

/** Returns the Content-Security-Policy of a page: written once, as the page was made for one state of the institution's settings. */
function findPolicy(page: CachedPage, portal: CompiledPortal, files: string | undefined): string {
  const policy = policies.get(page) ?? buildContentSecurityPolicy(page, collectPolicyHosts(portal.settings, files));
  policies.set(page, policy);
  return policy;
}

/**
 * @param isPlaced whether the page holds where its visitor is
 * @param keep is given what is sent, where others may get the same
 */
async function sendPage(
  { edge, stopwatch, contents }: Pick<PortalServer, 'edge' | 'stopwatch' | 'contents'>,
  request: FastifyRequest,
  reply: FastifyReply,
  made: CachedPage,
  portal: CompiledPortal,
  isPlaced: boolean,
  keep: (bytes?: Buffer) => void,
): Promise<FastifyReply> {
  const sent = parseCookie(request.headers.cookie ?? '');
  const large = sent[largeTextName] === '1';
  const page = large ? enlargePage(made) : made;
  const isShared = page.status === 200 && page.isCopy !== true && !isPlaced;
  reply.code(page.status).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': portal.locale,
    etag: page.etag,
    vary: 'accept-encoding',
    ...(edge ? {} : { 'cache-control': isShared ? 'public, max-age=0, must-revalidate' : 'no-store' }),
    'content-security-policy': findPolicy(page, portal, contents.publicOrigin),
  });
  const isForAll = isShared && !large;
  // Of what has its time on it nobody knows when it is made anew.
  if (edge) shareReply(reply, edge, portal.tenant, isForAll ? made.sources : undefined, made.endsAt - (stopwatch?.() ?? performance.now()));
  const seconds = retryAfter(page.status);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  const cookies = [
    // What all get leaves nothing with any of them.
    ...(edge && isForAll ? [] : buildInstitutionCookies(portal, request.protocol === 'https', sent)),
    ...(large ? keepTextSize(large, portal, request) : []),
  ];
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (page.status === 200 && (request.headers['if-none-match'] ?? '').includes(page.etag)) {
    reply.code(304);
    if (isShared) keep();
    return reply.send();
  }
  const packed = await compressPage(page, request.headers['accept-encoding'] ?? '');
  if (!packed) return reply.send(readText(page));
  reply.header('content-encoding', packed.encoding);
  if (isShared) keep(packed.bytes);
  return reply.send(packed.bytes);
}
