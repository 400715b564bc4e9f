import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { parseProxyTrust } from '../../../src/server/config/proxyTrust';
import { isTraced } from '../../../src/server/config/tracing';
import { openTracing } from '../../../src/server/watching/openTracing';
import { demoItems, testPortal } from '../portal';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

/** A collector that takes OTLP as JSON. */
async function collect(): Promise<{ spans: Sent[]; bodies: string[]; paths: string[] }> {
  const taken = { spans: [] as Sent[], bodies: [] as string[], paths: [] as string[] };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      taken.bodies.push(body);
      taken.paths.push(request.url ?? '');
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
      taken.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('OTEL_SERVICE_NAME', 'culture');
  return taken;
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

it('a request is traced by what definitions call it, with its calls and statements, and nothing of who asked or for what', async () => {
  const taken = await collect();
  const tracing = openTracing();
  const portal = await testPortal({ watched: { tracing, trustProxy: parseProxyTrust('10.0.0.1') } });
  closing.push(() => portal.close());
  await portal.put('centre', 'information', (await demoItems('centre', 'information')).slice(0, 5));
  await portal.get('/information?columnId=6101&title=secret-word');
  const asked = {
    url: '/api/information/web/page?page=1&limit=5&columnId=6101&title=secret-word',
    headers: { host: 'localhost', traceparent },
  };
  await portal.app.inject({ ...asked, remoteAddress: '10.0.0.1' });
  await portal.app.inject({ ...asked, remoteAddress: '10.0.0.2' });
  await portal.get('/nothing/13812345678');
  await tracing.close();
  expect(taken.paths.every((path) => path === '/v1/traces')).toBe(true);
  const roots = taken.spans.filter(({ kind }) => kind === 2);
  expect(roots.map(({ name }) => name).sort()).toEqual([
    '/*',
    'call information:list',
    'call information:list',
    'page information:information',
  ]);
  const page = roots.find(({ name }) => name.startsWith('page '));
  const inner = taken.spans.filter(({ parentSpanId }) => parentSpanId === page?.spanId);
  const list = inner.find(({ name }) => name === 'call information:list');
  expect(list).toMatchObject({ traceId: page?.traceId });
  const statements = taken.spans.filter(({ parentSpanId, kind }) => parentSpanId === list?.spanId && kind === 3);
  expect(statements.map(({ name }) => name)).toContain('select item');
  expect(page?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const calls = roots.filter(({ name }) => name.startsWith('call '));
  expect(calls.filter(({ traceId, parentSpanId }) => traceId === trace && parentSpanId === '00f067aa0ba902b7')).toHaveLength(1);
  expect(calls.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1);
  // Without the ids and times, in which any digits may stand.
  const all = taken.bodies.join('\n').replaceAll(/[0-9a-f-]{16,}/g, '');
  expect(all).toContain('"culture"');
  expect(all).not.toMatch(/secret-word|13812345678|columnId|10\.0\.0\.|6101/);
});

it('the sampler of the environment decides, and nothing is traced unless there is somebody to take it', async () => {
  const taken = await collect();
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_off');
  const tracing = openTracing();
  const portal = await testPortal({ watched: { tracing } });
  closing.push(() => portal.close());
  await portal.get('/api/information/web/page?page=1&limit=5');
  await tracing.close();
  expect(taken.spans).toEqual([]);
  expect([
    isTraced({}),
    isTraced({ OTEL_SERVICE_NAME: 'x' }),
    isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }),
    isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }),
  ]).toEqual([false, false, true, false]);
});
