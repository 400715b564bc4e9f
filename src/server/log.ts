import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Structured logs without personal data: paths without their query, no addresses, no headers, no bodies. */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  return { level, serializers: { req: (request) => ({ method: request.method, path: request.url.split('?')[0] }), res: (reply) => ({ statusCode: reply.statusCode }) } };
}

/** One line for each reply, at level debug. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({ method: request.method, path: request.url.split('?')[0], status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }, 'answered');
  });
}
