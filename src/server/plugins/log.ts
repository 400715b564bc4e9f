import type { FastifyServerOptions } from 'fastify';
import plugin from 'fastify-plugin';

/** Takes the lines of a log. */
export interface LogStream {
  write(line: string): void;
}

/** Structured logs without personal data: paths without their query, no addresses, no headers, no bodies. */
export function buildLoggerOptions(level: string, stream?: LogStream): FastifyServerOptions['logger'] {
  return {
    level,
    ...(stream ? { stream } : {}),
    serializers: {
      req: (request) => ({ method: request.method, path: redactPath(request.url) }),
      res: (reply) => ({ statusCode: reply.statusCode }),
    },
  };
}

/** One line for each reply, at level debug. */
export const logRequests = plugin(async (app) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { method: request.method, path: redactPath(request.url), status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
});

/**
 * Returns the path of a request as the log keeps it: without the query, and without the phones and ID numbers that some calls have in it.
 */
export function redactPath(url: string): string {
  return (url.split('?')[0] ?? '').replace(/\d{11,}[Xx]?/g, '#');
}
