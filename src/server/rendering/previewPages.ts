import type { FastifyReply, FastifyRequest } from 'fastify';
import { deskPrefix } from '../../definitions/desk/desk';
import type { CompiledPortal } from '../../model/compiled';
import { joinPieces } from '../../runtime/pieces';
import { RequestError } from '../api/errors';
import { findDesk } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { findFocusSheet } from '../files/focusSheet';
import { buildContentSecurityPolicy, buildDocument } from './document';
import { makePayload } from './makePayload';
import { collectPolicyHosts } from './mapSettings';
import { carryPayload } from './sharedFrame';
import { findPreview, forgetRecords, markPreview } from './previews';

/**
 * Sends a public page as visitors will see it: by the same definitions and the same renderer, with what is not published in the place of
 * what is. It is made for one member of the staff, kept nowhere, and whoever has no session at the desk learns nothing by it.
 */
export async function sendPreview(
  server: PortalServer,
  portal: CompiledPortal,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' });
  const found = await findPreview(server, portal, request, url);
  if (found === 'login') return reply.redirect(`${deskPrefix}/login`);
  if (!found) throw new RequestError('noSuchItem');
  const { payload, linkedData } = await makePayload(server, portal, request, url, found.item);
  const shown = { ...payload, page: forgetRecords(payload.page) };
  const themeStyles = server.themeStyles(payload.shell.theme);
  const { version: focusVersion } = await findFocusSheet(server.database, portal.tenant, server.clock());
  const made = buildDocument(shown, server.render(shown), server.assets, {
    carried: carryPayload(portal, shown),
    themeStyles,
    linkedData,
    focusVersion,
  });
  const marked = markPreview(made, findDesk(server, request)?.texts ?? {}, found);
  return reply
    .code(payload.page.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': portal.locale,
      'content-security-policy': buildContentSecurityPolicy(marked, collectPolicyHosts(portal.settings, server.contents.publicOrigin)),
    })
    .send(joinPieces(marked.pieces));
}

/** Sends what a preview is made of, for when its page is fetched anew. @throws RequestError 503: the browser then opens the address itself */
export async function sendPreviewPayload(
  server: PortalServer,
  portal: CompiledPortal,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply> {
  const found = await findPreview(server, portal, request, url);
  if (!found || found === 'login') throw new RequestError('errorBusy');
  const { payload } = await makePayload(server, portal, request, url, found.item);
  return reply.header('cache-control', 'no-store').send(forgetRecords(payload.page));
}
