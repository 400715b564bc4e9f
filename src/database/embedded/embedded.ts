import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { HERE, type ServerAccount, findReachableName, chooseAccount } from './account';
import { type Binaries, locateBinaries, runProgram } from './binaries';
import { ensureRunnable } from './binaryCopy';
import { CLUSTER_USER, readPassword, ensureCluster, toLogPath, readLogTail, prepareDataDir, findRunningServer } from './cluster';

/** A running embedded server: how to connect, and how to leave it. */
export type EmbeddedServer = { connection: pg.PoolConfig; stop(): Promise<void> };

/** `name` is what programs started in `directory` call it. */
type Cluster = { binaries: Binaries; account: ServerAccount; directory: string; name: string; password: string };

// Key of the advisory lock every user of an embedded server holds (shared) as long as it uses it. Any fixed number would do.
const LEASE = 7_262_001;
const START_TIMEOUT_S = 120;
const POLL_MS = 50;
// Other causes than an occupied port do not go away by trying again.
const START_ATTEMPTS = 4;

/**
 * Starts PostgreSQL on `dataDir`/postgres, or connects to the server that already lives there (one left by a killed
 * process, or one another process of ours runs). Any number of processes may call this at once.
 *
 * Who stops it: every handle holds a lease, an advisory lock in a session of its own, which the server itself drops when
 * the holder dies. `stop()` gives the lease back and shuts the server down only when no other lease is left, whoever
 * started it: nobody is cut off, and a server that outlived its starter does not stay for ever.
 *
 * As root it works for another account (see `chooseAccount`) without touching permissions that exist: a cluster the
 * account does not reach by its path is called by another name (`findReachableName`), programs it cannot run are copied (`ensureRunnable`).
 * @throws Error when the platform has no binaries or no account can run them (it names DATABASE_URL), or with the server's
 * log when it does not start.
 */
export async function startEmbedded({ dataDir }: { dataDir: string }): Promise<EmbeddedServer> {
  const directory = await prepareDataDir(dataDir);
  const [located, account] = await Promise.all([locateBinaries(), chooseAccount(directory)]);
  const binaries = await ensureRunnable(located, account);
  await ensureCluster(binaries, directory, account);
  const [name, password] = await Promise.all([findReachableName(directory, account), readPassword(directory)]);
  const cluster = { binaries, account, directory, name, password };
  const { lease, connection } = await attach(cluster);
  let stopping: Promise<void> | undefined;
  return { connection, stop: () => (stopping ??= leave(cluster, lease)) };
}

async function attach(cluster: Cluster): Promise<{ lease: pg.Client; connection: pg.PoolConfig }> {
  const deadline = Date.now() + START_TIMEOUT_S * 1000;
  let attempts = 0;
  let failure = '';
  while (Date.now() < deadline && attempts < START_ATTEMPTS) {
    const running = await findRunningServer(cluster.directory);
    if (running?.ready) {
      const connection = buildConnection(cluster, running.port);
      const lease = await takeLease(cluster, connection);
      if (lease) return { lease, connection };
    } else if (!running) {
      failure = await startServer(cluster);
      // Failing because another process was faster is no failure: the next round connects to its server.
      if (failure && !(await findRunningServer(cluster.directory))) attempts += 1;
      continue;
    }
    await delay(POLL_MS);
  }
  throw new Error(`The embedded PostgreSQL in ${cluster.directory} does not start. ${failure}\n${await readLogTail(cluster.directory)}`);
}

function buildConnection({ password }: Cluster, port: number): pg.PoolConfig {
  return { host: '127.0.0.1', port, user: CLUSTER_USER, password, database: 'postgres', ssl: false };
}

/** @returns the output of pg_ctl when it failed, otherwise nothing. */
async function startServer({ binaries, account, directory, name }: Cluster): Promise<string> {
  const port = await findFreePort();
  const { code, output } = await runProgram(
    binaries.pgCtl,
    ['start', '-D', name, '-l', toLogPath(name), '-w', '-t', String(START_TIMEOUT_S), '-o', `-p ${port}`],
    { ...account, cwd: directory },
  );
  return code === 0 ? '' : output;
}

/**
 * @returns undefined when the server is just starting, stopping or gone: the caller looks again.
 * @throws when the server is not ours.
 */
async function takeLease({ directory }: Cluster, connection: pg.PoolConfig): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'portal-lease', keepAlive: true, connectionTimeoutMillis: 10_000 });
  // A server that goes away must not end this process; the pool's next query reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Waits while another process holds it exclusively, which is about to shut down: the wait then ends with an error.
    await client.query('select pg_advisory_lock_shared($1)', [LEASE]);
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    // Called HERE, it is the one of the pid file: `findRunningServer` has seen which directory that process works in.
    if ([directory, HERE].includes(rows[0]?.data_directory ?? '')) return client;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P')) throw error;
    client.end().catch(() => undefined);
    return undefined;
  }
  await client.end();
  throw new Error(`The server on port ${connection.port} does not serve ${directory}`);
}

async function leave({ binaries, account, directory, name }: Cluster, lease: pg.Client): Promise<void> {
  if (await isLast(lease)) {
    // The exclusive lease is kept until the server is down, so nobody can come in between.
    const { code, output } = await runProgram(binaries.pgCtl, ['stop', '-D', name, '-m', 'fast', '-w'], { ...account, cwd: directory });
    if (code !== 0 && (await findRunningServer(directory)))
      throw new Error(`The embedded PostgreSQL in ${directory} does not stop: ${output}`);
  }
  await lease.end();
}

async function isLast(lease: pg.Client): Promise<boolean> {
  try {
    await lease.query('select pg_advisory_unlock_shared($1)', [LEASE]);
    const { rows } = await lease.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [LEASE]);
    return rows[0]?.last ?? false;
  } catch {
    return false; // The server is gone already.
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port'))));
    });
  });
}
