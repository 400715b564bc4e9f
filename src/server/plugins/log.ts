import type { FastifyServerOptions } from 'fastify';
import plugin from 'fastify-plugin';
import type { PortalServerOptions } from '../config/portalServer';
import { getRequestName } from '../config/requestName';

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

/** What is told of replies. */
type Telling = Pick<PortalServerOptions, 'metrics' | 'logReplies' | 'slowMs'>;

const usualSlowMs = 1_000;

/** One line for each reply, at level debug or where that is asked for at level info, and a warning where it was slow; each is counted. */
export const logRequests = plugin(async (app, { metrics, logReplies = false, slowMs = usualSlowMs }: Telling) => {
  app.addHook('onResponse', (request, reply, done) => {
    const [{ method }, { statusCode: status, elapsedTime }] = [request, reply];
    const name = getRequestName(request);
    metrics?.count({ name, method, status, milliseconds: elapsedTime });
    const line = { name, method, path: redactPath(request.url), status, milliseconds: Math.round(elapsedTime) };
    if (elapsedTime >= slowMs) request.log.warn(line, 'answered slowly');
    else if (logReplies) request.log.info(line, 'answered');
    else request.log.debug(line, 'answered');
    done();
  });
});

/**
 * Returns the path of a request as the log keeps it: without the query, and without the phones and ID numbers that some calls have in it.
 */
export function redactPath(url: string): string {
  return (url.split('?')[0] ?? '').replace(/\d{11,}[Xx]?/g, '#');
}
