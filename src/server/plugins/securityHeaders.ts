import helmet from '@fastify/helmet';
import plugin from 'fastify-plugin';

/**
 * Sets the headers that every reply has, whatever it holds: its type is believed, no other site frames it, and none learns more than our
 * origin. What it may load is said by those that answer with a page or a file, for it differs.
 */
export const securityHeaders = plugin(async (app) => {
  await app.register(helmet, {
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    // Said below, over encrypted connections alone.
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Over others browsers must ignore it (RFC 6797, 7.2). Hosts below this one may belong to others.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(self)');
    done();
  });
});
