import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { DiskSpace } from '../../src/server/config/diskSpace';
import { buildApp } from '../../src/server/app';
import { renderPage } from '../../src/portal/app/entryServer';
import { buildThemeCss } from '../../src/portal/app/themeCss';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { demoItems } from '../server/portal';
import { type Gate, openGate } from './gate';

/** What visitors are promised: an answer within this time, and the portal as it was so long after the database is. */
const [deadlineMs, recoveryMs] = [5_000, 5_000];
/** How long the server may take to learn that its database does not answer. */
const probeMs = 1_000;
/** What may come to any of these on a machine where a question that needs no database took so long meanwhile. */
const grace = (waited: number): number => 1_000 + 3 * waited;
const packetMs = 200;

let portal: AccountPortal;
let gate: Gate;
let behind: Database;
let app: FastifyInstance;
let elapsed = 1_000_000;
beforeAll(async () => {
  portal = await accountPortal();
  gate = await openGate(portal.database.databaseUrl);
  behind = await openDatabase({ databaseUrl: gate.url, dataDir: '', poolSize: 6, writerPatienceMs: 1_500 });
  app = await buildApp({
    definitions: portal.definitions,
    database: behind,
    disk: new DiskSpace(tmpdir(), 0),
    accounts: { secret: portal.secret },
    commonTexts: { errorBusy: '服务器繁忙，请稍候' },
    logLevel: 'silent',
    stopwatch: () => elapsed,
    render: renderPage,
    themeStyles: buildThemeCss,
    assets: { scripts: ['/assets/entry.js'], parts: {} },
  });
  for (const module of ['information', 'exhibit']) await portal.put('centre', module, await demoItems('centre', module));
}, 120_000);
afterAll(async () => {
  await gate.open();
  await app.close();
  await behind.close();
  await portal.close();
  await gate.close();
});
beforeEach(async () => {
  await gate.open();
  expect(await recover()).toBeLessThan(recoveryMs);
  // Pages of before are too old to be sent without asking, but there to fall back on.
  for (const page of seen) await ask(page);
  elapsed += 60_000;
}, 30_000);

interface Answer {
  url: string;
  status: number;
  retryAfter: unknown;
  text: string;
  took: number;
}

async function ask(url: string, method: 'GET' | 'PUT' = 'GET'): Promise<Answer> {
  const begin = performance.now();
  const payload = method === 'PUT' ? { menuId: '6101', dataId: 'info-0001', pv: 1 } : undefined;
  const { statusCode, headers, body } = await app.inject({ method, url, payload, headers: { host: 'localhost', accept: 'text/html' } });
  return { url: `${method} ${url}`, status: statusCode, retryAfter: headers['retry-after'], text: body, took: performance.now() - begin };
}

const seen = ['/', '/exhibit?columnId=6102', '/informationdetail?columnId=6101&id=info-0002'];
const reading = '/api/information/web/page?columnId=6101&page=1&limit=1';
const writing = '/api/communal/web/amount';
const all = (): Promise<Answer[]> =>
  Promise.all([
    ask(reading),
    ...seen.map((page) => ask(page)),
    // Each time one that nobody has seen.
    ask(`/search?key=${Math.round(elapsed)}`),
    ...Array.from({ length: 12 }, () => ask(writing, 'PUT')),
  ]);

/** Waits until pages, calls that read and that write, and the server itself say that all is well. @returns milliseconds */
async function recover(): Promise<number> {
  const begin = performance.now();
  await expect
    .poll(async () => (await Promise.all([ask(reading), ask(writing, 'PUT'), ask('/readyz')])).map(({ status }) => status), {
      timeout: 2 * recoveryMs,
      interval: 20,
    })
    .toEqual([200, 200, 200]);
  return performance.now() - begin;
}

/** Asks whether the server lives and is ready until the work is done. @returns what it said, and the longest that it took to say that it lives */
async function watchHealth<T>(work: Promise<T>): Promise<{ health: Set<number>; ready: Set<number>; waited: number; done: T }> {
  const [health, ready] = [new Set<number>(), new Set<number>()];
  const [lives, probes] = [[] as number[], [] as number[]];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const alive = await ask('/healthz');
      health.add(alive.status);
      const { status, took } = await ask('/readyz');
      lives.push(alive.took);
      probes.push(took);
      ready.add(status);
    }
  })();
  const done = await work.finally(() => {
    isOver = true;
  });
  await watching;
  const waited = Math.max(...lives);
  expect(Math.max(...probes)).toBeLessThan(probeMs + grace(waited));
  return { health, ready, waited, done };
}

/** Every answer is one of those, comes in time, and says when to come again if it is none. */
function expectDeclared(answers: readonly Answer[], waited: number): void {
  for (const { url, status, retryAfter, text, took } of answers) {
    expect([url, [200, 503].includes(status), text.length > 20]).toEqual([url, true, true]);
    expect([url, took < deadlineMs + grace(waited)]).toEqual([url, true]);
    if (status === 503) expect([url, Number(retryAfter) > 0]).toEqual([url, true]);
  }
}

describe('with a database of which', () => {
  it(`each packet takes ${packetMs} ms, everything is answered by the deadline, and soon after as before`, async () => {
    const before = [await ask(reading), await ask(reading), await ask(reading)].map(({ took }) => took);
    gate.delay(packetMs);
    const { health, waited, done } = await watchHealth(all());
    expectDeclared(done, waited);
    expect([...health]).toEqual([200]);
    // It was slow indeed, and yet what takes few questions is answered.
    const [read] = done;
    expect([read?.status, (read?.took ?? 0) > 2 * packetMs, Math.min(...before) < 2 * packetMs]).toEqual([200, true, true]);
    await gate.open();
    const took = await recover();
    process.stdout.write(
      `slow database: slowest answer ${Math.round(Math.max(...done.map((each) => each.took)))} ms, well after ${Math.round(took)} ms\n`,
    );
    expect(took).toBeLessThan(recoveryMs);
  }, 60_000);

  it('nothing is heard, everything is answered by the deadline, the server says that it is not ready, and soon after all is as before', async () => {
    gate.freeze();
    const { health, ready, waited, done } = await watchHealth(all());
    expectDeclared(done, waited);
    expect([[...health], [...ready]]).toEqual([[200], [503]]);
    const old = done.filter(({ status }) => status === 200);
    expect(old.map(({ url }) => url)).toEqual(seen.map((page) => `GET ${page}`));
    for (const { text } of old) expect(text).toContain('内容更新于');
    await gate.open();
    const took = await recover();
    process.stdout.write(
      `silent database: slowest answer ${Math.round(Math.max(...done.map((each) => each.took)))} ms, well after ${Math.round(took)} ms\n`,
    );
    expect(took).toBeLessThan(recoveryMs);
  }, 60_000);
});
