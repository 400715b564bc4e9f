import plugin from 'fastify-plugin';

/** Of every reply. */
const constant = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
};

/**
 * Sets the headers that every reply has, whatever it holds: its type is believed, no other site frames it, and none learns more than our
 * origin. What it may load is said by those that answer with a page or a file, for it differs.
 */
export const securityHeaders = plugin(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant);
    // Over others browsers must ignore it (RFC 6797, 7.2). Hosts below this one may belong to others.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
});
