import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { runWithDeadline } from '../../database/deadline';

/** For how many milliseconds headers may be on their way, and a body without files. */
export const usualArrivalMs = 30_000;

/** How slowly requests may arrive, and how long they may be answered. */
interface RequestTimes {
  /** Milliseconds for the headers, and again for a body without files. */
  timeoutMs?: number;
  /** Bytes of a body with files that have to arrive in that time, again and again: 2 KB a second, a tenth of the slowest telephone line. */
  leastBytes?: number;
  /** Milliseconds for the answer, once a request without files has arrived. */
  deadlineMs?: number;
}

/**
 * Ends connections on which a request takes too long to arrive, so that few senders cannot hold many. Files may take as long as they need,
 * up to the deadline of the whole request, as long as they move. What is done for a request without files stands under one deadline,
 * which connections, queries and calls of other servers keep.
 */
export const requestTimeout = plugin(async (app, { timeoutMs = usualArrivalMs, leastBytes = 60_000, deadlineMs = 5_000 }: RequestTimes) => {
  app.server.headersTimeout = timeoutMs;
  // Not async: what comes after `done` is done within.
  app.addHook('preHandler', (request, _reply, done) => {
    if (hasFiles(request)) done();
    else runWithDeadline(deadlineMs, done);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) {
      const { raw } = request;
      const timer = hasFiles(request) ? watchRate(raw, timeoutMs, leastBytes) : setTimeout(() => raw.destroy(), timeoutMs);
      const stop = (): void => clearTimeout(timer);
      raw.once('end', stop).once('close', stop);
    }
    done();
  });
});

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const hasFiles = ({ headers }: FastifyRequest): boolean => headers['content-type']?.startsWith('multipart/form-data') === true;

/** What arrived whole and is not read yet is no longer the sender's to hurry. */
function watchRate(raw: IncomingMessage, timeoutMs: number, leastBytes: number): NodeJS.Timeout {
  const { socket } = raw;
  const whole = socket.bytesRead + Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  let seen = socket.bytesRead;
  return setInterval(() => {
    const moved = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (moved < leastBytes && !raw.complete && seen < whole) raw.destroy();
  }, timeoutMs);
}
