import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { closeServer, stopOnSignals } from '../../src/server/shutdown';
import { readPostmaster } from '../../src/cli/chaos/serverProcesses';

const program = join(import.meta.dirname, '../../dist/server/listen.js');
/** For how long these wait for requests under way: what is closed before was not waited for. */
const graceMs = 1_000;

/** A server of its own, with a connection that is left in one of the states that clients leave connections in. */
interface Visit {
  app: FastifyInstance;
  port: number;
  /** Settles when the request came whose answer waits for `answer`. */
  asked: Promise<void>;
  answer(): void;
}
const sockets: { destroy(): void }[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function serve(): Promise<Visit> {
  const [asked, answered] = [latch(), latch()];
  const app = fastify({ keepAliveTimeout: 72_000, forceCloseConnections: 'idle', return503OnClosing: true });
  app.get('/', async () => 'at once');
  app.get('/later', async () => {
    asked.open();
    return answered.opened.then(() => 'later');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return { app, port: address !== null && typeof address === 'object' ? address.port : 0, asked: asked.opened, answer: answered.open };
}

/** A promise, and what settles it. */
function latch(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Asks over a connection that is kept. */
async function ask(port: number, path: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  sockets.push(agent);
  const [reply] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [NodeJS.ReadableStream];
  reply.resume();
  await once(reply, 'end');
}

/** Whether a process runs: one that ended but was not reaped yet has no working directory any more. */
const isAlive = (pid: number): Promise<boolean> =>
  readlink(`/proc/${pid}/cwd`).then(
    () => true,
    () => false,
  );

/** Opens a connection, writes the text and waits until the server has it. */
async function open(visit: Visit, text = ''): Promise<void> {
  const socket = connect(visit.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  await arrived(visit);
}

const arrived = ({ app }: Visit): Promise<void> =>
  expect.poll(() => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))).toBe(1);

/** Each leaves a connection, may say what is still to be answered on it, and whether the server waits for it in vain. */
const connections: [string, (visit: Visit) => Promise<{ reply: Promise<void> } | void>, boolean][] = [
  ['nothing is asked on it any more', ({ port }) => ask(port, '/'), false],
  [
    'the answer comes while the server closes',
    async (visit) => {
      const reply = ask(visit.port, '/later');
      await visit.asked;
      setTimeout(visit.answer, 100);
      return { reply };
    },
    false,
  ],
  [
    'the answer never comes',
    async (visit) => {
      await open(visit, 'GET /later HTTP/1.1\r\nhost: a\r\n\r\n');
      await visit.asked;
    },
    true,
  ],
  ['half of the headers came', (visit) => open(visit, 'GET / HTTP/1.1\r\nhost:'), true],
  ['nothing was ever asked on it', (visit) => open(visit), true],
];

describe('a server that closes ends a connection', () => {
  it.each(connections)('when %s', async (_state, leave, inVain) => {
    const visit = await serve();
    const left = await leave(visit);
    const begin = performance.now();
    await closeServer(visit.app, [], graceMs);
    const took = performance.now() - begin;
    expect(took < graceMs - 50, `${took} ms`).toBe(!inVain);
    expect(took).toBeLessThan(3 * graceMs);
    await left?.reply;
  });
});

describe('the end of a program', () => {
  /** A program that notes what it does. */
  const start = (limitMs = 5_000) => {
    const [signals, told, done] = [new EventEmitter(), [] as string[], [] as string[]];
    let exit = (_code: number): void => undefined;
    const ended = new Promise<number>((resolve) => {
      exit = resolve;
    });
    const shutdown = stopOnSignals({ signals, tell: (line) => void told.push(line), exit: (code) => exit(code), limitMs });
    return { signals, shutdown, told, done, ended };
  };

  it('closes what was opened, the last first, and waits for what is still being opened', async () => {
    const { signals, shutdown, done, ended, told } = start();
    const opening = latch();
    shutdown.beforeEnd(async () => void (await opening.opened, done.push('database')));
    shutdown.beforeEnd(async () => void done.push('server'));
    signals.emit('SIGTERM', 'SIGTERM');
    signals.emit('SIGTERM', 'SIGTERM');
    setImmediate(() => {
      done.push('opened');
      opening.open();
    });
    expect([await ended, done, told]).toEqual([0, ['server', 'opened', 'database'], []]);
  });

  it('comes in time although something does not close, and says so', async () => {
    const { signals, shutdown, ended, told } = start(50);
    shutdown.beforeEnd(() => new Promise(() => undefined));
    signals.emit('SIGINT', 'SIGINT');
    expect([await ended, told]).toEqual([1, [expect.stringContaining('not everything')]]);
  });

  it('by a failure closes everything too, also when closing fails, and says only why', async () => {
    const { shutdown, ended, done, told } = start();
    shutdown.beforeEnd(async () => void done.push('database'));
    shutdown.beforeEnd(() => Promise.reject(new Error('closing failed')));
    shutdown.fail(new Error('the port is taken'));
    shutdown.fail(new Error('the pool is closed'));
    expect([await ended, done, told]).toEqual([1, ['database'], ['the port is taken', 'closing failed']]);
  });

  it('says the code of an attempt at several addresses, which has no words of its own', async () => {
    const told: string[] = [];
    const ended = new Promise<number>((resolve) => {
      const shutdown = stopOnSignals({ signals: new EventEmitter(), exit: resolve, tell: (line) => told.push(line) });
      shutdown.fail(new Error('no database', { cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) }));
    });
    expect([await ended, told]).toEqual([1, ['no database: ECONNREFUSED']]);
  });
});

describe.runIf(existsSync(program))('the built program', () => {
  it('ended while it is still starting takes its database with it, within ten seconds', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-stopping-'));
    try {
      const portal = spawn(process.execPath, [program], {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0' },
        stdio: 'ignore',
      });
      const exit = once(portal, 'exit');
      await expect.poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid')), { timeout: 60_000 }).toBe(true);
      const postmaster = readPostmaster(dataDir);
      const begin = performance.now();
      portal.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
      expect(performance.now() - begin).toBeLessThan(10_000);
      expect(await isAlive(postmaster)).toBe(false);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 90_000);

  it.each([
    ['postgres://127.0.0.1:1/portal', 'connect ECONNREFUSED 127.0.0.1:1\n'],
    ['', `The folder ${program}/data cannot be made: ${program} is a file\n`],
  ])(
    'that cannot have its database %j says why in words',
    async (url, words) => {
      const portal = spawn(process.execPath, [program], {
        env: { ...process.env, DATA_DIR: join(program, 'data'), DATABASE_URL: url, PORT: '0', SECRET_KEY: '' },
      });
      let told = '';
      portal.stderr.on('data', (text: Buffer) => (told += text.toString()));
      expect(await once(portal, 'close')).toEqual([1, null]);
      expect(told).toBe(words);
    },
    90_000,
  );
});
