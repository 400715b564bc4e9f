import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/server/app';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { ask, findPercentile, spread } from '../../src/cli/running/traffic';

/** Shorter than visitors have, so that the slow ones cost little time. */
const arrivalMs = 2_500;
const crowd = 1_000;
const few = 20;
/** They come one after the other, as fast as that. */
const gatheringMs = 1_000;
/** Between two bytes of a slow sender: no socket looks idle. */
const dripMs = 1_000;

let portal: AccountPortal;
const apps: FastifyInstance[] = [];
const sockets: Socket[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  await portal.put('centre', 'information', [{ id: 'i0', columnId: '6101', title: 'T', publishDate: '2026-11-01' }]);
}, 120_000);
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await portal.close();
});

/** Starts a server of its own. @returns its port */
async function serve(within: number | undefined): Promise<number> {
  const app = await buildApp({
    definitions: portal.definitions,
    database: portal.database,
    accounts: { secret: portal.secret },
    commonTexts: {},
    logLevel: 'silent',
    arrivalMs: within,
    render: () => {
      throw new Error('no pages here');
    },
    themeStyles: () => '',
    assets: { scripts: [], parts: {} },
  });
  apps.push(app);
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })).port);
}

const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
const post = (path: string, type: string, length: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
const comment = '/api/communal/web/comment';
const json = 'application/json';
const form = 'multipart/form-data; boundary=b';

/** What is sent at once, and what follows byte by byte; each is sent by an equal part of the crowd. */
const slow = {
  headers: [
    ['', ''],
    ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'a'],
  ],
  bodies: [
    [post(comment, json, 'Content-Length: 100000') + '{"content":"', 'a'],
    [post(comment, json, 'Transfer-Encoding: chunked') + 'f\r\n{"content":"aaa\r\n', '1\r\na\r\n'],
  ],
  files: [
    [post('/api/file/upload', form, 'Content-Length: 100000') + file, 'a'],
    [post('/api/file/upload', form, 'Transfer-Encoding: chunked'), '1\r\n-\r\n'],
  ],
} as const;

interface Siege {
  /** How many connections are open, those that are to come included. */
  open: () => number;
  /** When all have come, by `performance.now()`. */
  gathered: Promise<number>;
}

/** Opens that many connections that send slowly. */
function besiege(port: number, what: keyof typeof slow, count: number): Siege {
  let open = count;
  const each = Array.from({ length: count }, (_, index) => slow[what][index % 2 === 0 ? 0 : 1]);
  const coming = spread(each, gatheringMs, async ([head, drip]) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.resume();
    socket.write(head);
    const timer = drip === '' ? undefined : setInterval(() => socket.write(drip), dripMs);
    socket.on('close', () => {
      clearInterval(timer);
      open -= 1;
    });
    await once(socket, 'connect');
  });
  return { open: () => open, gathered: coming.then(() => performance.now()) };
}

/** Asks as others do, once. @returns statuses, and how long answers took */
async function askAsOthers(port: number): Promise<{ status: number; took: number }[]> {
  const outcomes = [];
  for (const path of ['/api/information/web/page?columnId=6101&page=1&limit=1', '/readyz'])
    outcomes.push(await ask(port, { path, headers: { host: 'localhost', connection: 'close' } }));
  return outcomes;
}

/** Asks as others do until all slow ones are cut, at most so long. @returns how long answers took once all had come, and how long it then was until none was left */
async function watch(
  port: number,
  { open, gathered }: Siege,
  most: number,
): Promise<{ answers: number[]; statuses: number[]; until: number }> {
  const statuses = new Set<number>();
  let answers: number[] = [];
  let come = Infinity;
  void gathered.then((now) => {
    come = now;
    answers = [];
  });
  while (open() > 0 && performance.now() - come < most) {
    for (const { status, took } of await askAsOthers(port)) {
      statuses.add(status);
      answers.push(took);
    }
    await delay(50);
  }
  return { answers, statuses: [...statuses], until: performance.now() - (await gathered) };
}

describe(`${crowd} at once who send slowly`, () => {
  it.each(['headers', 'bodies', 'files'] as const)('%s: others are answered meanwhile, and the slow ones are cut', async (what) => {
    const [port, patient] = [await serve(arrivalMs), await serve(undefined)];
    const alone = findPercentile(
      (await Promise.all([1, 2, 3, 4].map(() => askAsOthers(port)))).flat().map(({ took }) => took),
      0.5,
    );
    // What the machine adds, as far as it added to answers before anybody came.
    const grace = 20 * alone;
    const siege = besiege(port, what, crowd);
    const control = besiege(patient, what, few);
    const { answers, statuses, until } = await watch(port, siege, 3 * arrivalMs + grace);
    const [usual, slowest] = [findPercentile(answers, 0.9), Math.max(...answers)].map(Math.round);
    process.stdout.write(
      `slow ${what}: alone ${Math.round(alone)} ms, p90 of answers ${usual} ms, the slowest ${slowest} ms; all cut ${Math.round(until)} ms after they had come\n`,
    );
    expect([siege.open(), statuses]).toEqual([0, [200]]);
    // A machine that others use too may keep one answer waiting by itself; what holds the server up keeps all of them.
    expect(usual).toBeLessThan(1_000 + grace);
    // With the half minute that visitors have, who came at the same time is still there.
    expect(control.open()).toBe(few);
  });
});
