import type { FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { describeStatement, type StatementObserver } from '../../database/statementNames';
import type { PortalServer } from '../config/portalServer';
import type { ProxyTrust } from '../config/proxyTrust';
import { getRequestName } from '../config/requestName';
import { getCurrentPart, runWithin, type TracedPart } from '../config/tracing';

interface TraceOptions extends Pick<PortalServer, 'tracing' | 'database'> {
  trust: ProxyTrust | undefined;
}

/**
 * Traces each request by what definitions call what it asks for, and within it each statement by what it does. A proxy that is believed says what
 * the request is a part of; what others say of that is passed over.
 */
export const traceRequests = plugin(async (app, { tracing, trust, database }: TraceOptions) => {
  if (!tracing) return;
  const parts = new WeakMap<FastifyRequest, TracedPart>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request;
    const parent = trust?.isTrusted(socket.remoteAddress ?? '', 0) === true ? headers['traceparent'] : undefined;
    const part = tracing.beginRequest(typeof parent === 'string' ? parent : undefined, { 'http.request.method': request.method });
    parts.set(request, part);
    runWithin(part, done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    parts.get(request)?.end({
      name: getRequestName(request),
      attributes: { 'http.response.status_code': statusCode, 'portal.request_id': request.id },
      failed: statusCode >= 500,
    });
  });
  // Who goes away before the answer is there is no failure of ours.
  app.addHook('onRequestAbort', async (request) => parts.get(request)?.end({ name: getRequestName(request) }));
  const observe: StatementObserver = (text) => {
    const name = describeStatement(text);
    const part = getCurrentPart()?.begin(name, 'database', { 'db.system.name': 'postgresql', 'db.query.summary': name });
    return (failed) => part?.end({ failed });
  };
  database.observers.add(observe);
  app.addHook('onClose', async () => void database.observers.delete(observe));
});
