import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../src/database/embedded/embedded';

const root = join(import.meta.dirname, '../../..');
let dataDir = '';
let outDir = '';
let script = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-embedded-'));
  // Inside the project, so that the built script finds node_modules.
  outDir = await mkdtemp(join(root, 'node_modules', '.embedded-child-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'embeddedChild.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  script = join(outDir, 'child.mjs');
}, 60_000);

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await rm(outDir, { recursive: true, force: true });
});

async function child(): Promise<{ process: ChildProcess; port: number }> {
  const forked = fork(script, [dataDir]);
  const [message] = (await Promise.race([
    once(forked, 'message'),
    once(forked, 'exit').then(([code]) => {
      throw new Error(`child ended with ${code}`);
    }),
  ])) as [{ port: number }];
  return { process: forked, port: message.port };
}

async function leave(forked: ChildProcess): Promise<void> {
  const exit = once(forked, 'exit');
  forked.send('stop');
  await exit;
}

async function alive(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('startEmbedded', () => {
  it('lets processes that start at once share one server, which the last one stops', async () => {
    const [own, ...others] = await Promise.all([startEmbedded({ dataDir }), child(), child(), child()]);
    expect(others.map(({ port }) => port)).toEqual(others.map(() => own.connection.port));
    await own.stop();
    expect(await alive(own.connection)).toBe(true);
    await Promise.all(others.map((other) => leave(other.process)));
    expect(await alive(own.connection)).toBe(false);
  }, 60_000);

  it('bears starting and stopping at the same time', async () => {
    const user = async () => {
      for (let round = 0; round < 3; round += 1) {
        const server = await startEmbedded({ dataDir });
        expect(await alive(server.connection)).toBe(true);
        await server.stop();
      }
    };
    await Promise.all([user(), user(), user()]);
  }, 120_000);

  it('keeps data, syncs to disk, listens on loopback and keeps its password to itself', async () => {
    const server = await startEmbedded({ dataDir });
    const client = new pg.Client(server.connection);
    await client.connect();
    const { rows } = await client.query("select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses");
    await client.query('create table if not exists kept (id int)');
    await client.query('insert into kept values (1)');
    await client.end();
    await server.stop();
    await server.stop();
    expect(rows).toEqual([{ fsync: 'on', addresses: '127.0.0.1' }]);
    expect((await stat(join(dataDir, 'postgres', 'portal.password'))).mode & 0o777).toBe(0o600);

    const again = await startEmbedded({ dataDir });
    const second = new pg.Client(again.connection);
    await second.connect();
    expect((await second.query('select id from kept')).rows).toEqual([{ id: 1 }]);
    await second.end();
    const wrong = { ...again.connection, password: 'wrong' };
    expect(await alive(wrong)).toBe(false);
    await again.stop();
  }, 60_000);

  it('connects to the server that outlived a killed process', async () => {
    const { process: killed, port } = await child();
    const exit = once(killed, 'exit');
    killed.kill('SIGKILL');
    await exit;
    const server = await startEmbedded({ dataDir });
    expect(server.connection.port).toBe(port);
    await server.stop();
    expect(await alive(server.connection)).toBe(false);
  }, 60_000);

  it('recovers when server and process were killed and the pid belongs to another program', async () => {
    const { process: killed, port } = await child();
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    const gone = once(killed, 'exit');
    killed.kill('SIGKILL');
    await gone;
    process.kill(Number.parseInt(text, 10), 'SIGKILL');
    await expect.poll(() => alive({ host: '127.0.0.1', port, user: 'portal' })).toBe(false);
    await writeFile(file, text.replace(/^\d+/, String(process.pid)));
    const [first, second] = await Promise.all([startEmbedded({ dataDir }), startEmbedded({ dataDir })]);
    expect(first.connection.port).toBe(second.connection.port);
    expect(await alive(first.connection)).toBe(true);
    await Promise.all([first.stop(), second.stop()]);
    expect(await alive(first.connection)).toBe(false);
  }, 60_000);

  it('says what is wrong when the server cannot start', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'portal-broken-'));
    try {
      const server = await startEmbedded({ dataDir: broken });
      await server.stop();
      await writeFile(join(broken, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');
      await chmod(join(broken, 'postgres', 'postgresql.conf'), 0o644);
      await expect(startEmbedded({ dataDir: broken })).rejects.toThrow(/no_such_setting/);
    } finally {
      await rm(broken, { recursive: true, force: true });
    }
  }, 60_000);
});
