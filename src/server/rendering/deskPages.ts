import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientEndpoint, CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Menu } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import type { DeskListPayload, MenuEntry, PagePayload, Payload, ShellPayload } from '../../model/payload';
import { localizeAddress } from '../../runtime/locale';
import { createViewerRoot } from '../../runtime/roots';
import { RequestError } from '../api/errors';
import type { StaffPart, Viewer } from '../api/viewer';
import type { PortalServer } from '../config/portalServer';
import { addressPreviewPage } from '../../definitions/desk/derivePublishing';
import { createServerCall, watchCalls } from './call';
import { buildDeskDocument } from './deskDocument';
import { dropForbidden, mayCall, mayOpen } from './deskRights';
import { buildContentSecurityPolicy } from './document';
import { hashSource } from './hashSource';
import { collectPolicyHosts } from './mapSettings';
import { buildPayload } from './payload';
import { missingPage, normalizePath, parseOwnAddress, readOrigin } from './address';
import { addressPreview } from './previews';
import { buildFrame } from './shell';

/**
 * A page of the desk for one member of the staff; `login` where nobody is known and the page is not for everybody, `site` where the page
 * that is asked for is one of the public site.
 */
type DeskPage = { payload: Payload } | { login: string } | { site: string };

/** Sends the document of a page of the desk: made anew for each request, and kept nowhere. Who is not logged in is led to the login. */
export async function sendDeskPage(
  server: PortalServer,
  portal: CompiledPortal,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply> {
  if (!server.deskAssets) throw new RequestError('noSuchCall');
  const made = await makeDeskPage(server, portal, request, url);
  reply.header('cache-control', 'no-store');
  if ('login' in made) return reply.redirect(localizeAddress(made.login, portal.prefix));
  if ('site' in made) return reply.redirect(made.site);
  const styles = server.themeStyles(portal.settings.theme);
  return reply
    .code(made.payload.page.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
      'content-security-policy': buildContentSecurityPolicy(
        { styleHashes: [hashSource(styles)] },
        collectPolicyHosts(portal.settings, server.contents.publicOrigin),
      ),
      'x-robots-tag': 'noindex',
    })
    .send(buildDeskDocument(made.payload, server.deskAssets, styles));
}

/** Sends what a page of the desk is made of, for who goes from one to another; nothing where the address leads out of the desk or to the login. */
export async function sendDeskPayload(
  server: PortalServer,
  portal: CompiledPortal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = String((request.query as Record<string, unknown>)['url'] ?? '/').slice(0, 4000);
  const url = parseOwnAddress(readOrigin(request), asked);
  if (!url) throw new RequestError('invalidRequest');
  const made = await makeDeskPage(server, portal, request, url);
  reply.header('cache-control', 'no-store');
  // Without a page the browser opens the address itself, and is led to the login or the site: that is no fault.
  if (!('payload' in made)) return reply.code(204).send();
  if (made.payload.page.status === 503) throw new RequestError('errorBusy');
  return reply.send(made.payload.page);
}

async function makeDeskPage(server: PortalServer, portal: CompiledPortal, request: FastifyRequest, url: URL): Promise<DeskPage> {
  const { cookie } = request.headers;
  const staff = await server.staff.identify(portal, parseCookie(cookie ?? ''));
  const compiled = portal.pages.get(normalizePath(url.pathname));
  if (!staff && compiled?.definition.requires !== undefined) return { login: addRedirect(url) };
  if (!staff && compiled === undefined) return { login: addRedirect(url) };
  const shown = compiled && (!staff || mayOpen(portal, compiled, staff.staff)) ? compiled : missingPage;
  const site = staff && shown.path === addressPreviewPage(shown.module) ? await findSite(server, portal, shown, url) : undefined;
  if (site !== undefined) return { site };
  const { call, findLack } = watchCalls(
    createServerCall(
      portal,
      server.backEnd,
      (error) => request.log.error({ err: error, path: url.pathname }, 'a call of a page failed'),
      undefined,
      request.ip,
      cookie === undefined ? {} : { cookie },
    ),
  );
  const query = shown === missingPage ? {} : Object.fromEntries(url.searchParams);
  const viewer = staff && createViewerRoot(staff);
  const { payload } = await buildPayload(portal, shown, { origin: url.origin, query }, call, server.clock(), viewer);
  if (shown === missingPage) payload.page.status = 404;
  if (findLack() === 'everything') payload.page.status = 503;
  const desk = staff?.staff && shown !== missingPage ? describeDeskList(portal, shown, staff.staff) : undefined;
  const page = staff?.staff ? dropForbidden(portal, openPage(payload.page), staff.staff) : openPage(payload.page);
  const shell = buildDeskShell(portal, staff);
  return { payload: { shell, page: { ...page, ...(shell.staff ? { staff: shell.staff.login } : {}), ...(desk ? { desk } : {}) } } };
}

/** Returns where the public site shows an item as staff left it; undefined where no page shows one by itself. */
const findSite = async (server: PortalServer, { desk }: CompiledPortal, { module }: CompiledPage, url: URL): Promise<string | undefined> =>
  desk && addressPreview(server, desk.site, module, url.searchParams.get('id') ?? '');

const addRedirect = ({ pathname, search }: URL): string =>
  pathname === '/' && search === '' ? '/login' : `/login?${new URLSearchParams({ redirect: pathname + search }).toString()}`;

/** Returns what who asks may do with a list as a whole; undefined of a page that is none. */
function describeDeskList(portal: CompiledPortal, { definition, cards }: CompiledPage, staff: StaffPart): DeskListPayload | undefined {
  const endpoint = definition.kind === 'list' ? portal.endpoints[definition.source] : undefined;
  if (!endpoint) return undefined;
  const exports = staff.may(endpoint.module, 'export');
  const bulk = Object.values(cards).flatMap((card) => Object.entries(card.bulk ?? {}));
  return {
    exports,
    reveals: exports && endpoint.personal === true && staff.may(endpoint.module, 'reveal'),
    bulk: bulk.filter(([, { call }]) => mayCall(portal, call, staff)).map(([name]) => name),
  };
}

/** What the frame of the desk calls itself, by the services that answer. */
const frameCalls: Readonly<Record<string, string>> = { 'staff.logout': 'logout', 'desk.undoable': 'undoable', 'desk.undo': 'undo' };

/** Returns the frame of the desk's pages: the institution, who works there, and the menu of what the role may see. */
function buildDeskShell(portal: CompiledPortal, staff: Viewer | undefined): ShellPayload {
  const shell: ShellPayload = {
    ...buildFrame(portal),
    footerHtml: undefined,
    menu: staff ? listEntries(portal, portal.settings.menu, staff) : [],
  };
  const calls = Object.values(portal.endpoints).flatMap((endpoint) => {
    const name = endpoint.service === undefined ? undefined : getOwn(frameCalls, endpoint.service);
    return name === undefined ? [] : [[name, openEndpoint(endpoint)] as const];
  });
  const role = staff?.staff?.role ?? '';
  return {
    ...shell,
    calls: { ...Object.fromEntries(calls), ...(staff ? listFieldCalls(portal, staff) : {}) },
    ...(staff
      ? { staff: { login: staff.staff?.login ?? '', name: staff.name, role: portal.settings.staff?.roles?.[role]?.label ?? role } }
      : {}),
  };
}

/** What fields of forms ask and say besides what their forms do, as far as a role allows it. */
const fieldServices = ['media.list', 'media.item', 'media.describe'];

function listFieldCalls({ endpoints }: CompiledPortal, { staff }: Viewer): Record<string, ClientEndpoint> {
  const calls = fieldServices.flatMap((name) => {
    const found = Object.values(endpoints).find(({ service, form }) => service === name && form === undefined);
    return found && (found.right === undefined || staff?.may(found.module, found.right)) ? [[name, openEndpoint(found)] as const] : [];
  });
  return Object.fromEntries(calls);
}

function listEntries(portal: CompiledPortal, menu: Menu, staff: Viewer): MenuEntry[] {
  return Object.entries(menu).flatMap(([id, { title, module, children: nodes }]): MenuEntry[] => {
    const children = nodes ? listEntries(portal, nodes, staff) : [];
    const href = module === undefined ? undefined : portal.entries[module];
    const compiled = href === undefined ? undefined : portal.pages.get(href);
    if (href !== undefined && compiled && mayOpen(portal, compiled, staff.staff)) return [{ id, title, href, children }];
    return children.length > 0 ? [{ id, title, href: '', children }] : [];
  });
}

/** Returns a page whose data are there already: nothing of it waits until browsers know a member. */
function openPage(page: PagePayload): PagePayload {
  const { requires: _requires, ...definition } = page.definition;
  const endpoints = Object.entries(page.endpoints).map(([name, endpoint]) => [name, openEndpoint(endpoint)]);
  return {
    ...page,
    definition,
    endpoints: Object.fromEntries(endpoints) as PagePayload['endpoints'],
    // They stand before the page's own, and lead to pages of the desk alone.
    banner: undefined,
  };
}

const openEndpoint = (endpoint: ClientEndpoint): ClientEndpoint => ({ ...endpoint, viewer: undefined });
