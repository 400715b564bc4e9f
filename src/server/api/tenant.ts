import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { CompiledPortal } from '../../model/compiled';
import { deskPrefix } from '../../definitions/desk/desk';
import type { DefinitionStore } from '../config/definitionStore';
import { RequestError } from './errors';

/** The languages that addresses of requests began with. */
const asked = new WeakMap<object, string>();
/** The requests to desks. */
const atDesk = new WeakSet<object>();

/**
 * Takes the language, or what leads to the desk of the staff, off the beginning of a request's address, so that all routes are the same in
 * every language and at the desk, and remembers it.
 * @returns the address without it
 */
export function enterPortal(request: Pick<IncomingMessage, 'url'>, definitions: DefinitionStore): string {
  const { url = '/' } = request;
  if (url.startsWith(deskPrefix) && /^(?:[/?]|$)/.test(url.slice(deskPrefix.length))) {
    atDesk.add(request);
    const inner = url.slice(deskPrefix.length);
    return inner.startsWith('/') ? inner : `/${inner}`;
  }
  const [, locale = '', rest = ''] = /^\/([a-z]{2})(?=[/?]|$)(.*)$/s.exec(url) ?? [];
  if (!definitions.locales().includes(locale)) return url;
  asked.set(request, locale);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Returns the portal of a request: the host name alone decides whose (ledger TENANT-01), the beginning of the address in which language.
 * @throws RequestError 404 when no institution has the host or it has no such language, 503 when one has or may have it that cannot be shown;
 * the reply names none
 */
export async function findPortal(server: { definitions: DefinitionStore }, request: FastifyRequest): Promise<CompiledPortal> {
  const portal = await findPortalOrOriginal(server, request);
  if (asked.has(request.raw) && portal.prefix === '') throw new RequestError('noSuchCall');
  return portal;
}

/**
 * Returns the portal of a page: in the original language where the institution has none of the one that the address begins with, which then
 * is an address of its own.
 * @throws RequestError as {@link findPortal}
 */
export async function findPagePortal(
  server: { definitions: DefinitionStore },
  request: FastifyRequest,
): Promise<{ portal: CompiledPortal; url: string }> {
  const portal = await findPortalOrOriginal(server, request);
  return { portal, url: portal.prefix === '' ? request.originalUrl : request.url };
}

async function findPortalOrOriginal({ definitions }: { definitions: DefinitionStore }, request: FastifyRequest): Promise<CompiledPortal> {
  await definitions.refresh();
  const host = normalizeHost(request.host);
  const portal = findKnownPortal(definitions, request) ?? (atDesk.has(request.raw) ? undefined : definitions.portalOfHost(host));
  if (!portal) throw new RequestError(definitions.mayBeBroken(host) ? 'portalMissing' : 'unknownHost');
  return portal;
}

/** Returns the portal of a request without a look at the files of the definitions; undefined when no institution has the host and language. */
export function findKnownPortal(definitions: DefinitionStore, request: FastifyRequest): CompiledPortal | undefined {
  if (atDesk.has(request.raw)) return definitions.deskOfHost(normalizeHost(request.host));
  return definitions.portalOfHost(normalizeHost(request.host), asked.get(request.raw));
}

/** Returns the desk of the institution whose page is asked for. */
export const findDesk = ({ definitions }: { definitions: DefinitionStore }, request: FastifyRequest): CompiledPortal | undefined =>
  definitions.deskOfHost(normalizeHost(request.host));

/** Returns a host without its port, in small letters; an IPv6 address keeps its brackets. */
function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}
