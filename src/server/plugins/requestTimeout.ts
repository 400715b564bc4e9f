import type { IncomingMessage } from 'node:http';
import plugin from 'fastify-plugin';

/** How slowly requests may arrive. */
interface Slowness {
  /** Milliseconds for the headers, and again for a body without files. */
  timeoutMs?: number;
  /** Bytes of a body with files that have to arrive in that time, again and again: 2 KB a second, a tenth of the slowest telephone line. */
  leastBytes?: number;
}

/**
 * Ends connections on which a request takes too long to arrive, so that few senders cannot hold many. Files may take as long as they need,
 * up to the deadline of the whole request, as long as they move.
 */
export const requestTimeout = plugin(async (app, { timeoutMs = 30_000, leastBytes = 60_000 }: Slowness) => {
  app.server.headersTimeout = timeoutMs;
  app.addHook('onRequest', async ({ headers, raw }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) return;
    const hasFiles = headers['content-type']?.startsWith('multipart/form-data') === true;
    const timer = hasFiles ? watchRate(raw, timeoutMs, leastBytes) : setTimeout(() => raw.destroy(), timeoutMs);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
  });
});

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
