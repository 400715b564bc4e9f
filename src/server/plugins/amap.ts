import type { FastifyPluginAsync } from 'fastify';
import { RequestError } from '../api/errors';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';

/** The path that AMap's scripts expect; it cannot be chosen (AMap JS API 2.0, serviceHost). */
const prefix = '/_AMapService';
/** Milliseconds before a call is given up, and the largest reply in bytes. */
const timeoutMs = 10_000;
const maxReplyBytes = 4 * 1024 * 1024;

/** Where the calls of AMap's scripts go, by the path after the prefix; all others go to the last one. */
const origins: readonly (readonly [path: string, origin: string])[] = [
  ['/v4/map/styles', 'https://webapi.amap.com'],
  ['/v3/vectormap', 'https://fmap01.amap.com'],
  ['', 'https://restapi.amap.com'],
];

/**
 * Passes calls of AMap's scripts on with the security code of the institution's key, which browsers never see. There is no such
 * address for an institution that has no code, and what is answered says nothing of it. Other sites cannot use it from their pages.
 */
export const amapRoutes: FastifyPluginAsync<PortalServer> = async (app, server) => {
  app.get(`${prefix}/*`, async (request, reply) => {
    const { amap } = (await findPortal(server, request)).settings.map ?? {};
    const code = amap?.securityCode === undefined ? undefined : server.environment?.[amap.securityCode];
    if (!amap || code === undefined || code === '') return reply.callNotFound();
    if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') throw new RequestError('crossSiteRequest');
    const address = buildAddress(request.url.slice(prefix.length), amap.key, code);
    if (!address) throw new RequestError('invalidRequest');
    const answer = await fetchLimited(address);
    if (!answer) throw new RequestError('errorBusy');
    return reply
      .code(answer.status)
      .headers({ 'content-type': answer.type, 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" })
      .send(answer.data);
  });
};

/** Returns the address at AMap of a call: only calls with the institution's own key are passed on. */
function buildAddress(target: string, key: string, code: string): URL | undefined {
  const [path = '', search = ''] = target.split('?', 2);
  if (!/^(\/[A-Za-z0-9_-]+)+$/.test(path)) return undefined;
  const query = new URLSearchParams(search);
  if ((query.get('key') ?? key) !== key) return undefined;
  query.set('jscode', code);
  const origin = origins.find(([start]) => path.startsWith(start))?.[1];
  return origin === undefined ? undefined : new URL(`${origin}${path}?${query.toString()}`);
}

async function fetchLimited(address: URL): Promise<{ status: number; type: string; data: Buffer } | undefined> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const data = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    return data.length > maxReplyBytes ? undefined : { status: response.status, type, data };
  } catch {
    return undefined;
  }
}
