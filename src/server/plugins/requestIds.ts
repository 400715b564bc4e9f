import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import plugin from 'fastify-plugin';
import type { ProxyTrust } from '../config/proxyTrust';

const header = 'x-request-id';

/**
 * Returns what gives each request the name that its lines in the log have: the one that a proxy in front gave it, so that its lines and those of
 * the proxy can be laid side by side; of whoever else comes with one, a name of our own.
 */
export const createRequestIds =
  (trust: ProxyTrust | undefined) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[header];
    const isGiven = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) && trust?.isTrusted(socket.remoteAddress ?? '', 0) === true;
    return isGiven ? given : randomUUID();
  };

/** Tells who asked the name of the request. */
export const requestIds = plugin(async (app) => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header(header, request.id);
    done();
  });
});
