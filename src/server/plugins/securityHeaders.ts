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
    // Whether a connection has to be encrypted is for the proxy in front to say, which encrypts it.
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(self)');
  });
});
