import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCounter } from '../../src/database/content/counters';
import { inTransaction } from '../../src/database/transaction';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { demoItems } from '../server/portal';
import { Server } from './server';

const [visitors, rounds] = [8, 3];
/** Of four connections one is left to readers. */
const writersPerServer = 3;

let portal: AccountPortal;
const agent = new Agent({ keepAlive: true, maxSockets: visitors });
beforeAll(async () => {
  portal = await accountPortal();
  for (const module of ['information', 'exhibit']) await portal.put('centre', module, await demoItems('centre', module));
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await portal.close();
});

/** What came of a request: a status; or why there is none, and whether its connection had been used before. */
type Outcome = { status: number } | { code: string; reused: boolean };

const visits = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/exhibit?columnId=6102' },
  { method: 'GET', path: '/api/information/web/page?columnId=6101&page=1&limit=3' },
  { method: 'PUT', path: '/api/communal/web/amount' },
] as const;

function ask(port: number, { method, path }: (typeof visits)[number]): Promise<Outcome> {
  const body = method === 'PUT' ? JSON.stringify({ menuId: '6101', dataId: 'info-0001', pv: 1 }) : undefined;
  return new Promise((done) => {
    const headers = { host: 'localhost', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const call = request({ port, host: '127.0.0.1', agent, method, path, headers }, (reply) => {
      reply.resume();
      reply
        .on('end', () => done({ status: reply.statusCode ?? 0 }))
        .on('error', () => done({ code: 'broken off', reused: false }))
        .on('aborted', () => done({ code: 'broken off', reused: false }));
    });
    call.on('error', (error: NodeJS.ErrnoException) => done({ code: error.code ?? '', reused: call.reusedSocket }));
    call.end(body);
  });
}

/**
 * What becomes of a request behind a balancer: it asks the other server when one takes no connection, closes it before a word of an answer,
 * or says that it is ending; and the same again where the connection was an old one.
 */
async function balance(ports: readonly number[], visit: (typeof visits)[number]): Promise<string> {
  let said = '';
  for (const port of ports) {
    let outcome = await ask(port, visit);
    while ('code' in outcome && outcome.reused && outcome.code === 'ECONNRESET') outcome = await ask(port, visit);
    if ('status' in outcome) {
      if (outcome.status === 200) return 'answered';
      if (outcome.status !== 503) return `${visit.path}: ${outcome.status}`;
      said = 'declared';
    } else {
      if (!['ECONNREFUSED', 'ECONNRESET'].includes(outcome.code)) return `${visit.path}: ${outcome.code}`;
      said = `${visit.path}: nobody took it`;
    }
  }
  return said;
}

/** Keeps writes waiting, and returns what lets them go on, once so many wait that some are under way on either server. */
async function holdWrites(): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void inTransaction(portal.database, async (tx) => {
    await sql`lock counter`.execute(tx.kysely);
    await released;
  });
  const waiting = async (): Promise<number> =>
    (await sql`select pid from pg_locks where not granted and relation = 'counter'::regclass`.execute(portal.database.kysely)).rows.length;
  await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toBeGreaterThan(writersPerServer);
  return release;
}

/** Ends and starts two servers one after the other while visitors ask. @returns how often each outcome was */
async function roll(abruptly: boolean): Promise<Map<string, number>> {
  const servers = [new Server(portal), new Server(portal)];
  for (const server of servers) await server.start();
  const outcomes = new Map<string, number>();
  let isOver = false;
  let turn = 0;
  const visiting = Array.from({ length: visitors }, async () => {
    while (!isOver) {
      turn += 1;
      const ports = servers.map(({ port }) => port);
      const visit = visits[turn % visits.length] ?? visits[0];
      const outcome = await balance(turn % 3 === 0 ? ports : ports.toReversed(), visit);
      const key = outcome === 'answered' && visit.method === 'PUT' ? 'stored' : outcome;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
  });
  for (let round = 0; round < rounds; round += 1)
    for (const server of servers) {
      const release = await holdWrites();
      const stopping = server.stop(abruptly);
      release();
      await stopping;
      await server.start();
      // As who rolls waits until it serves: nobody who was sent away by this one is still on the way to the other.
      const mark = turn;
      await expect.poll(() => turn, { timeout: 10_000, interval: 5 }).toBeGreaterThan(mark + 4 * visitors);
    }
  isOver = true;
  await Promise.all(visiting);
  for (const server of servers) await server.stop(false);
  return outcomes;
}

const views = async (): Promise<number> => (await readCounter(portal.database, { tenant: 'centre', column: '6101', id: 'info-0001' })).pv;

/** Rolls, and compares what was stored with what was said to be. */
async function judge(abruptly: boolean): Promise<{ answered: number; failed: string[]; toldOfStored: number; stored: number }> {
  const before = await views();
  const outcomes = await roll(abruptly);
  process.stdout.write(`rolling restart${abruptly ? ', control' : ''}: ${JSON.stringify(Object.fromEntries(outcomes))}\n`);
  const failed = [...outcomes.keys()].filter((key) => !['answered', 'stored', 'declared'].includes(key));
  return { failed, answered: outcomes.get('answered') ?? 0, toldOfStored: outcomes.get('stored') ?? 0, stored: (await views()) - before };
}

it('two servers on one database that are ended and started in turn answer everything, and store what they say once', async () => {
  const { answered, failed, toldOfStored, stored } = await judge(false);
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(50);
  expect(stored).toBe(toldOfStored);
}, 60_000);

it('control: servers that do not wait for what is under way fail some, or store some twice', async () => {
  const { failed, toldOfStored, stored } = await judge(true);
  expect(failed.length + stored - toldOfStored).toBeGreaterThan(0);
}, 60_000);
