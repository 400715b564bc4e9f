import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type ServerAccount, findReachableName, chooseAccount } from './account';
import { type Binaries, locateBinaries, runProgram } from './binaries';
import { ensureRunnable } from './binaryCopy';
import { CLUSTER_USER, readPassword, ensureCluster, toLogPath, readLogTail, prepareDataDir, findRunningServer } from './cluster';
import { isLastLease, takeLease } from './lease';

/** A running embedded server: how to connect at the moment, and how to leave it. */
export type EmbeddedServer = { readonly connection: pg.PoolConfig; stop(): Promise<void> };

/** Where the embedded server lives, and who is told of what becomes of it. */
export type EmbeddedOptions = {
  dataDir: string;
  /** Told each time that the server was gone and is back, with where it is now: it may have another port. */
  onReattached?: (connection: pg.PoolConfig) => void;
  /** Told when the server is gone and could not be brought back. */
  onLost?: (error: Error) => void;
};

/** `name` is what programs started in `directory` call it. */
type Cluster = { binaries: Binaries; account: ServerAccount; directory: string; name: string; password: string };

type Attached = { lease: pg.Client; connection: pg.PoolConfig };

const START_TIMEOUT_S = 120;
// A server whose process died needs a moment to replay its log, and one that never comes back must not be waited for.
const REATTACH_TIMEOUT_S = 30;
const LEAVE_TIMEOUT_MS = 5_000;
const POLL_MS = 50;
// After the main process was killed, its children live for a moment and keep a new one from starting.
const RETRY_MS = 300;
// Other causes than an occupied port do not go away by trying again.
const START_ATTEMPTS = 4;

/**
 * Starts PostgreSQL on `dataDir`/postgres, or connects to the server that already lives there (one left by a killed
 * process, or one another process of ours runs). Any number of processes may call this at once.
 *
 * Who stops it: every handle holds a lease, an advisory lock in a session of its own, which the server itself drops when
 * the holder dies. `stop()` gives the lease back and shuts the server down only when no other lease is left, whoever
 * started it: nobody is cut off, and a server that outlived its starter does not stay for ever. The lease ends with the
 * server too, as when one of the server's processes is killed: it is then taken anew, of the server that recovered, that another
 * process started on another port, or that is started here.
 *
 * As root it works for another account (see `chooseAccount`) without touching permissions that exist: a cluster the
 * account does not reach by its path is called by another name (`findReachableName`), programs it cannot run are copied (`ensureRunnable`).
 * @throws Error when the platform has no binaries or no account can run them (it names DATABASE_URL), or with the server's
 * log when it does not start.
 */
export async function startEmbedded({ dataDir, ...listeners }: EmbeddedOptions): Promise<EmbeddedServer> {
  const directory = await prepareDataDir(dataDir);
  const [located, account] = await Promise.all([locateBinaries(), chooseAccount(directory)]);
  const binaries = await ensureRunnable(located, account);
  await ensureCluster(binaries, directory, account);
  const [name, password] = await Promise.all([findReachableName(directory, account), readPassword(directory)]);
  const cluster = { binaries, account, directory, name, password };
  return new Tenure(cluster, await attach(cluster, START_TIMEOUT_S), listeners);
}

/**
 * Runs the server of a cluster that is there with programs of its own version, and lets nobody else use it until it is stopped again.
 * @param work is given how to connect; returns where the cluster is then, which may be moved while its server runs
 * @throws Error when somebody uses the cluster, or its server does not start
 */
export async function withServerAlone(
  { directory, binaries: located }: Pick<Cluster, 'directory' | 'binaries'>,
  work: (connection: pg.PoolConfig) => Promise<string>,
): Promise<void> {
  const account = await chooseAccount(directory);
  const binaries = await ensureRunnable(located, account);
  const [name, password] = await Promise.all([findReachableName(directory, account), readPassword(directory)]);
  const cluster = { binaries, account, directory, name, password };
  const { lease, connection } = await attach(cluster, START_TIMEOUT_S);
  let place = directory;
  let isAlone = false;
  try {
    isAlone = await isLastLease(lease);
    if (!isAlone) throw new Error(`A portal or one of its commands uses ${directory}. Stop it first.`);
    place = await work(connection);
  } finally {
    if (isAlone) await stopServer({ ...cluster, directory: place, name: await findReachableName(place, account) });
    await lease.end();
  }
}

/** Stops the server that a killed process of ours left on a cluster, if there is one. Nobody may use it any more. */
export async function stopLeftServer({ directory, binaries: located }: Pick<Cluster, 'directory' | 'binaries'>): Promise<void> {
  if (!(await findRunningServer(directory))) return;
  const account = await chooseAccount(directory);
  const binaries = await ensureRunnable(located, account);
  await stopServer({ binaries, account, directory, name: await findReachableName(directory, account), password: '' });
}

/** The use of a server by this process, through whatever becomes of the server. */
class Tenure implements EmbeddedServer {
  private stopping: Promise<void> | undefined;
  private reattaching: Promise<void> | undefined;

  constructor(
    private readonly cluster: Cluster,
    private held: Attached,
    private readonly listeners: Omit<EmbeddedOptions, 'dataDir'>,
  ) {
    this.keep(held);
  }

  get connection(): pg.PoolConfig {
    return this.held.connection;
  }

  readonly stop = (): Promise<void> => (this.stopping ??= this.leave());

  private async leave(): Promise<void> {
    await Promise.race([this.reattaching, delay(LEAVE_TIMEOUT_MS, undefined, { ref: false })]);
    await leave(this.cluster, this.held.lease);
  }

  private keep(held: Attached): void {
    this.held = held;
    held.lease.once('end', () => {
      if (!this.stopping) this.reattaching = this.reattach();
    });
  }

  private async reattach(): Promise<void> {
    try {
      this.keep(await attach(this.cluster, REATTACH_TIMEOUT_S));
      this.listeners.onReattached?.(this.connection);
    } catch (error) {
      if (!this.stopping) this.listeners.onLost?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

async function attach(cluster: Cluster, timeoutS: number): Promise<Attached> {
  const deadline = Date.now() + timeoutS * 1000;
  let attempts = 0;
  let failure = '';
  while (Date.now() < deadline && attempts < START_ATTEMPTS) {
    const running = await findRunningServer(cluster.directory);
    if (running?.ready) {
      const connection = buildConnection(cluster, running.port);
      const lease = await takeLease(cluster.directory, connection);
      if (lease) return { lease, connection };
    } else if (!running) {
      failure = await startServer(cluster);
      // Failing because another process was faster is no failure: the next round connects to its server.
      if (failure && !(await findRunningServer(cluster.directory))) {
        attempts += 1;
        await delay(RETRY_MS);
      }
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

async function leave(cluster: Cluster, lease: pg.Client): Promise<void> {
  try {
    // The exclusive lease is kept until the server is down, so nobody can come in between.
    if (await isLastLease(lease)) await stopServer(cluster);
  } finally {
    await lease.end();
  }
}

async function stopServer({ binaries, account, directory, name }: Cluster): Promise<void> {
  const ours = await findRunningServer(directory);
  const { code, output } = await runProgram(binaries.pgCtl, ['stop', '-D', name, '-m', 'fast', '-w'], { ...account, cwd: directory });
  if (code === 0) return;
  // Once ours is down another process may start a server at once, whose file of the process id is empty for a moment: pg_ctl
  // takes that for a failure, though what it was to stop is gone.
  const running = await findRunningServer(directory);
  if (running && running.pid === ours?.pid) throw new Error(`The embedded PostgreSQL in ${directory} does not stop: ${output}`);
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
