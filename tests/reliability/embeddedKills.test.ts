import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { addToCounter, readCounter } from '../../src/database/content/counters';
import { startEmbedded } from '../../src/database/embedded/embedded';
import { locateBinaries } from '../../src/database/embedded/binaries';
import { findReachableName } from '../../src/database/embedded/account';
import { ensureRunnable } from '../../src/database/embedded/binaryCopy';
import { readPostmaster, listServerProcesses, signalServer } from '../../src/cli/chaos/serverProcesses';

/** How long a portal may be without its database after one of the database's processes died, where starting one costs nothing. */
const backWithinMs = 5_000;
/** How long it takes here to make a database and start it: so much more a machine that others use too may take. */
let startMs = 0;
const most = (): number => backWithinMs + startMs;
const key = { tenant: 'museum', column: 'c', id: 'a' };

let dataDir = '';
let portal: Database;
let views = 0;
const lost: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-kills-'));
  const begin = performance.now();
  portal = await openDatabase({ dataDir, poolSize: 2, onLost: (error) => lost.push(error.message) });
  startMs = performance.now() - begin;
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** Returns once a write succeeds and the lease is held. @returns milliseconds that it took */
async function back(): Promise<number> {
  const begin = performance.now();
  await expect.poll(() => view().then(leases, () => 0), { timeout: most(), interval: 20 }).toBe(1);
  return performance.now() - begin;
}

async function view(): Promise<void> {
  await addToCounter(portal, key, { pv: 1 });
  views += 1;
}

async function leases(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name = 'portal-lease'`.execute(portal.kysely);
  return rows[0]?.count ?? -1;
}

/** What the next command does: it opens the database of the portal, and leaves it. */
async function runCommand(): Promise<void> {
  await (await startEmbedded({ dataDir })).stop();
}

const kinds = [
  'checkpointer',
  'background writer',
  'walwriter',
  'autovacuum launcher',
  'logical replication launcher',
  'io worker',
  'portal postgres',
  'postmaster',
];

describe.runIf(process.platform === 'linux')('an embedded server of which a process is killed', () => {
  it.each(kinds)('%s: the portal writes again, and holds its lease against the next command', async (kind) => {
    await view();
    const victim = listServerProcesses(dataDir).find(({ title }) => title.startsWith(kind));
    expect(
      victim,
      listServerProcesses(dataDir)
        .map(({ title }) => title)
        .join('\n'),
    ).toBeDefined();
    const gone = portal.pool.totalCount;
    process.kill(victim?.pid ?? 0, 'SIGKILL');
    // What was connected notices the death; before that, a write could still succeed on the server of before.
    await expect.poll(() => portal.pool.totalCount < gone || portal.pool.idleCount < gone, { interval: 5 }).toBe(true);
    expect(await back()).toBeLessThan(most());
    await runCommand();
    await view();
    expect((await readCounter(portal, key)).pv).toBeGreaterThanOrEqual(views);
  });

  it('a server that is frozen is said not to answer within a second or so, and to answer as soon as it does', async () => {
    await view();
    expect(await portal.probe.answers()).toBe(true);
    signalServer(dataDir, 'SIGSTOP');
    const begin = performance.now();
    try {
      expect(await portal.probe.answers()).toBe(false);
      expect(performance.now() - begin).toBeLessThan(1_500 + startMs / 4);
    } finally {
      signalServer(dataDir, 'SIGCONT');
    }
    await expect.poll(() => portal.probe.answers(), { timeout: most() }).toBe(true);
    expect([await leases(), (await readCounter(portal, key)).pv]).toEqual([1, views]);
  });

  it('is found again where another process started it anew, on another port', async () => {
    const before = (await sql<{ port: string }>`show port`.execute(portal.kysely)).rows[0]?.port;
    const port = await freePort();
    await restartElsewhere(port);
    await back();
    expect([before === String(port), (await sql<{ port: string }>`show port`.execute(portal.kysely)).rows]).toEqual([
      false,
      [{ port: String(port) }],
    ]);
    await runCommand();
    await view();
  });

  it('is reported as lost, with the reason, when it cannot be started again', async () => {
    const settings = join(dataDir, 'postgres/postgresql.conf');
    const good = await readFile(settings, 'utf8');
    expect(lost).toEqual([]);
    await appendFile(settings, '\nno_such_setting = 1\n');
    process.kill(readPostmaster(dataDir), 'SIGKILL');
    await expect.poll(() => lost, { timeout: most() }).toEqual([expect.stringContaining('no_such_setting')]);
    await appendFile(settings, `${good}\n`);
  });
});

/** Stops the server and starts it on another port before this process hears of it. */
async function restartElsewhere(port: number): Promise<void> {
  const directory = join(dataDir, 'postgres');
  const { uid, gid } = await stat(directory);
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const { pgCtl } = await ensureRunnable(await locateBinaries(), account);
  execFileSync(
    pgCtl,
    ['restart', '-D', await findReachableName(directory, account), '-m', 'immediate', '-w', '-l', 'portal.log', '-o', `-p ${port}`],
    {
      cwd: directory,
      stdio: 'ignore',
      ...account,
    },
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
