import type { FastifyInstance } from 'fastify';

/** Milliseconds in which a request with files has to arrive: the largest film over a slow line. */
export const longestUpload = 30 * 60_000;

/**
 * Ends connections on which a request without files takes too long to arrive, so that few senders cannot hold many.
 * @param patience milliseconds for the headers, and for the rest
 */
export function limitPatience(app: FastifyInstance, patience = 30_000): void {
  app.server.headersTimeout = patience;
  app.addHook('onRequest', async ({ headers, raw }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || headers['content-type']?.startsWith('multipart/form-data')) return;
    const timer = setTimeout(() => raw.destroy(), patience);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
  });
}
