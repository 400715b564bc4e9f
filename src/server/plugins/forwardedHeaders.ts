import plugin from 'fastify-plugin';
import type { ProxyTrust } from '../config/proxyTrust';

/**
 * Takes away what X-Forwarded-* headers must not decide before anything reads them. The host, which chooses the institution, is
 * believed of a proxy that is known by its address and of nobody else: of proxies that are only counted, the header Host counts. The
 * protocol is http or https; whoever is no proxy says nothing of it.
 */
export const forwardedHeaders = plugin(async (app, { trust }: { trust?: ProxyTrust }) => {
  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    const isTrusted = trust?.isTrusted(socket.remoteAddress ?? '', 0) ?? false;
    if (!isTrusted || trust?.byAddress !== true) delete headers['x-forwarded-host'];
    const protocol = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1);
    if (!isTrusted || !/^\s*https?\s*$/.test(protocol ?? '')) delete headers['x-forwarded-proto'];
    else headers['x-forwarded-proto'] = protocol?.trim();
    done();
  });
});
