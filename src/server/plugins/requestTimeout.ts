import type { FastifyInstance } from 'fastify';

/**
 * Ends connections on which a request without files takes too long to arrive, so that few senders cannot hold many.
 * @param timeoutMs milliseconds for the headers, and for the rest
 */
export function limitRequestTime(app: FastifyInstance, timeoutMs = 30_000): void {
  app.server.headersTimeout = timeoutMs;
  app.addHook('onRequest', async ({ headers, raw }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || headers['content-type']?.startsWith('multipart/form-data')) return;
    const timer = setTimeout(() => raw.destroy(), timeoutMs);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
  });
}
