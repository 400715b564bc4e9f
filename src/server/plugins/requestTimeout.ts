import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { runWithDeadline } from '../../database/deadline';

/** How long requests may take, in milliseconds. */
interface RequestTimes {
  /** For the headers to arrive, and again for the rest. */
  timeoutMs?: number;
  /** For the answer, once a request has arrived. */
  deadlineMs?: number;
}

/**
 * Ends connections on which a request without files takes too long to arrive, so that few senders cannot hold many. What is done for
 * one that has arrived stands under one deadline, which connections, queries and calls of other servers keep.
 */
export const requestTimeout = plugin(async (app, { timeoutMs = 30_000, deadlineMs = 5_000 }: RequestTimes) => {
  app.server.headersTimeout = timeoutMs;
  // Not async: what comes after `done` is done within.
  app.addHook('preHandler', (request, _reply, done) => {
    // Files are on their way while the request is answered, and have a time of their own.
    if (hasFiles(request)) done();
    else runWithDeadline(deadlineMs, done);
  });
  app.addHook('onRequest', async (request) => {
    const { headers, raw } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || hasFiles(request)) return;
    const timer = setTimeout(() => raw.destroy(), timeoutMs);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
  });
});

const hasFiles = ({ headers }: FastifyRequest): boolean => headers['content-type']?.startsWith('multipart/form-data') === true;
