import { tmpdir } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { describeStatement } from '../../../src/database/statementNames';
import { Departure } from '../../../src/server/config/departure';
import { DiskSpace } from '../../../src/server/config/diskSpace';
import { parseProxyTrust } from '../../../src/server/config/proxyTrust';
import { Metrics } from '../../../src/server/watching/metrics';
import { serveMetrics } from '../../../src/server/watching/metricsServer';
import { demoItems, testPortal, type TestPortal } from '../portal';

let portal: TestPortal | undefined;
afterEach(async () => {
  await portal?.close();
  portal = undefined;
});

const news = '/information?columnId=6101';
const call = '/api/information/web/page?page=1&limit=5&columnId=6101';

/** A portal with news, watched in some way. */
async function open(
  watched: NonNullable<Parameters<typeof testPortal>[0]>['watched'],
  log?: Record<string, unknown>[],
): Promise<TestPortal> {
  const logTo = log && { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) };
  portal = await testPortal({ watched, logTo });
  await portal.put('centre', 'information', (await demoItems('centre', 'information')).slice(0, 20));
  return portal;
}

/** Has it listened to, for what passes by the router alone. */
async function listen(portal: TestPortal): Promise<(path: string) => Promise<Response>> {
  const port = await portal.listen();
  return (path) => fetch(`http://127.0.0.1:${port}${path}`);
}

const counted = (text: string, labels: string): number =>
  Number(new RegExp(`^portal_reply_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);

it('replies are counted by what definitions call them, and nothing tells of whom or of which institution', async () => {
  const metrics = new Metrics();
  const { get } = await open({ metrics });
  await get(news);
  await get(news, 'museum.localhost');
  for (let times = 0; times < 3; times += 1) await get(call);
  await get('/nothing/here/13812345678');
  await get('/readyz');
  const text = await metrics.write();
  expect(counted(text, 'name="page information:information",method="GET",status="200"')).toBe(2);
  expect(counted(text, 'name="call information:list",method="GET",status="200"')).toBe(3);
  expect(counted(text, 'name="/\\*",method="GET",status="404"')).toBe(1);
  expect(text).toMatch(/^portal_ready 1$/m);
  expect(text).toMatch(/^portal_ready_part\{part="disk"\} 1$/m);
  expect(text).toMatch(/^portal_institutions 3$/m);
  expect(text).toMatch(/^portal_database_connections \d+$/m);
  expect(text).not.toMatch(/13812345678|columnId|centre|museum|localhost|127\.0\.0\.1/);
});

it('pages that are sent again from memory are counted, too', async () => {
  const metrics = new Metrics();
  const fetched = await listen(await open({ metrics }));
  for (let times = 0; times < 5; times += 1) expect((await fetched(news)).status).toBe(200);
  const text = await metrics.write();
  const fromMemory = Number(/^portal_replies_from_memory_total (\d+)$/m.exec(text)?.[1]);
  expect(fromMemory).toBeGreaterThan(0);
  expect(fromMemory + counted(text, 'name="page information:information",method="GET",status="200"')).toBe(5);
});

it('metrics have a port of their own', async () => {
  const served = await serveMetrics(new Metrics(), { port: 0, host: '127.0.0.1' });
  try {
    const reply = await fetch(`http://127.0.0.1:${served.port}/metrics`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    expect(await reply.text()).toContain('process_cpu_seconds_total');
    expect((await fetch(`http://127.0.0.1:${served.port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${served.port}/metrics`, { method: 'POST' })).status).toBe(404);
  } finally {
    await served.close();
  }
  const { get } = await open({ metrics: new Metrics() });
  expect((await get('/metrics')).status).toBe(404);
});

it('a server that is leaving says so, and answers whoever still comes, for the last time on each connection', async () => {
  const departure = new Departure();
  const fetched = await listen(await open({ departure }));
  const stands = async (): Promise<unknown[]> => {
    const [ready, page] = [await fetched('/readyz'), await fetched(news)];
    return [ready.status, ((await ready.json()) as { staying: boolean }).staying, page.status, page.headers.get('connection')];
  };
  expect(await stands()).toEqual([200, true, 200, 'keep-alive']);
  await departure.announce(0);
  expect(await stands()).toEqual([503, false, 200, 'close']);
  expect((await fetched('/healthz')).status).toBe(200);
});

it('each request has a name, which a proxy may give it and nobody else', async () => {
  const log: Record<string, unknown>[] = [];
  const { get, app } = await open({ logReplies: true, trustProxy: parseProxyTrust('10.0.0.1') }, log);
  const own = String((await get(call, 'localhost', { 'x-request-id': 'mine' })).headers['x-request-id']);
  expect(own).toMatch(/^[0-9a-f-]{36}$/);
  const asked = (id: string) => app.inject({ url: call, remoteAddress: '10.0.0.1', headers: { host: 'localhost', 'x-request-id': id } });
  expect((await asked('proxy-1')).headers['x-request-id']).toBe('proxy-1');
  expect((await asked('a b\tc')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(log.filter(({ msg }) => msg === 'answered').map(({ reqId, name, status }) => [reqId, name, status])).toEqual([
    [own, 'call information:list', 200],
    ['proxy-1', 'call information:list', 200],
    [expect.any(String), 'call information:list', 200],
  ]);
});

it.each<[string, number, string[]]>([
  ['slow', 0, ['page information:information', 'call information:list']],
  ['quick', 60_000, []],
])('a %s reply is told in the log accordingly, without its query', async (_what, slowMs, told) => {
  const log: Record<string, unknown>[] = [];
  const { get } = await open({ slowMs }, log);
  await get(news);
  await get(call);
  const slow = log.filter(({ msg }) => msg === 'answered slowly');
  expect(slow.map(({ name }) => name)).toEqual(told);
  expect(JSON.stringify(slow)).not.toContain('columnId');
});

it.each<[string, number]>([
  ['slow', 0],
  ['quick', 60_000],
])('a %s statement is told in the log accordingly: by what it does and for which request, without values', async (what, slowMs) => {
  const log: Record<string, unknown>[] = [];
  const { get } = await open({ slowMs }, log);
  await get(`${call}&title=secret-word`);
  const slow = log.filter(({ msg }) => msg === 'a statement was slow');
  const ofList = slow.find(({ name, statement }) => name === 'call information:list' && statement === 'select item');
  expect(ofList).toEqual(
    what === 'quick'
      ? undefined
      : (expect.objectContaining({ milliseconds: expect.any(Number) as number, text: expect.stringContaining('$1') as string }) as object),
  );
  expect(JSON.stringify(slow)).not.toMatch(/secret-word|6101|centre/);
});

it('statements are named by what they do and with which table', () => {
  const texts = {
    'select item': 'select id from item where tenant = $1',
    'insert item': 'with row as (select 1), stored as (\n insert into item (id) select id from row) delete from search_entry',
    'update stale_reply': 'update stale_reply note set due = now()',
    'delete throttle': 'delete from throttle where expires < $1',
    set: 'set client_connection_check_interval = 1000',
  };
  expect(Object.values(texts).map(describeStatement)).toEqual(Object.keys(texts));
});

it('metrics tell how much space is left and how large the database is', async () => {
  const metrics = new Metrics();
  await open({ metrics, disk: new DiskSpace(tmpdir(), 0) });
  const text = await metrics.write();
  expect(Number(/^portal_disk_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000);
  expect(Number(/^portal_database_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000_000);
});
