import plugin from 'fastify-plugin';

/**
 * Ends connections on which a request without files takes too long to arrive, so that few senders cannot hold many.
 * `timeoutMs` is for the headers, and again for the rest.
 */
export const requestTimeout = plugin(async (app, { timeoutMs = 30_000 }: { timeoutMs?: number }) => {
  app.server.headersTimeout = timeoutMs;
  app.addHook('onRequest', async ({ headers, raw }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || headers['content-type']?.startsWith('multipart/form-data')) return;
    const timer = setTimeout(() => raw.destroy(), timeoutMs);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
  });
});
