import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/database/connection';
import { startEmbedded } from '../../src/database/embedded/embedded';
import { withDatabase } from './harness';

/** A server and a replica that follows it by streaming, both of their own. */
export interface Replicated {
  primaryUrl: string;
  /** Where the replica is reached, whatever becomes of it in between. */
  replicaUrl: string;
  /** Keeps the replica from going on: it stays as it is. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Returns once the replica has all that the primary has now. */
  catchUp(): Promise<void>;
  /** Cuts the replica off from who reads, and lets it be reached again. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Asks the replica something. */
  askReplica(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const toUrl = ({ user, password, port }: pg.PoolConfig, changedPort = port): string =>
  `postgres://${user}:${String(password)}@127.0.0.1:${changedPort}/postgres`;

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts both: the replica begins as a copy of the primary's files, made while that runs. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-replica-'));
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
  const primary = await startEmbedded({ dataDir: first });
  const primaryUrl = toUrl(primary.connection);
  await copyCluster(primaryUrl, first, second);
  const replica = await startEmbedded({ dataDir: second });
  const own = toUrl(replica.connection);
  const way = new Way(replica.connection.port ?? 0);
  const port = await way.mend();
  const look = async (): Promise<boolean> => {
    const [of] = await run(primaryUrl, 'select pg_current_wal_flush_lsn()::text as place');
    const [found] = await run(own, `select pg_last_wal_replay_lsn() >= '${String(of?.['place'])}'::pg_lsn as reached`);
    return found?.['reached'] === true;
  };
  return {
    primaryUrl,
    replicaUrl: toUrl(replica.connection, port),
    pause: async () => void (await run(own, 'select pg_wal_replay_pause()')),
    resume: async () => void (await run(own, 'select pg_wal_replay_resume()')),
    async catchUp() {
      while (!(await look()));
    },
    cut: () => way.cut(),
    mend: async () => void (await way.mend()),
    askReplica: (text) => run(own, text),
    async close() {
      await way.cut();
      await replica.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a running server's files as `pg_basebackup` does, and has the copy follow it. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('replica', true)");
  await cp(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith('postmaster.pid') });
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await client.end();
  const place = join(to, 'postgres');
  await writeFile(join(place, 'backup_label'), rows[0]?.label ?? '');
  await writeFile(join(place, 'standby.signal'), '');
  await appendFile(join(place, 'postgresql.auto.conf'), `\nprimary_conninfo = '${url}'\nwal_receiver_status_interval = 1\n`);
  await adopt(from, to);
}

/** What root copied belongs to root, under whom no server runs. */
async function adopt(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { chown, readdir, stat } = await import('node:fs/promises');
  const { uid, gid } = await stat(join(from, 'postgres'));
  const place = join(to, 'postgres');
  for (const name of ['.', ...(await readdir(place, { recursive: true }))]) await chown(join(place, name), uid, gid);
}

/** A way to a port that can be cut, always from the same port. */
class Way {
  private server: Server | undefined;
  private port = 0;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly to: number) {}

  async mend(): Promise<number> {
    const server = createServer((incoming) => {
      const outgoing = connect(this.to, '127.0.0.1');
      for (const [one, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.server = server;
    return this.port;
  }

  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}

/** Makes the harness use a server of the test's own, with a migrated database to copy. @returns what undoes it */
export async function useServer(url: string): Promise<() => void> {
  const before = { server: process.env.TEST_DATABASE_SERVER, template: process.env.TEST_DATABASE_TEMPLATE };
  await run(url, 'create database migrated');
  await (await openDatabase({ databaseUrl: withDatabase(url, 'migrated'), dataDir: '', poolSize: 1 })).close();
  process.env.TEST_DATABASE_SERVER = url;
  process.env.TEST_DATABASE_TEMPLATE = 'migrated';
  return () => {
    process.env.TEST_DATABASE_SERVER = before.server;
    process.env.TEST_DATABASE_TEMPLATE = before.template;
  };
}

/** Opens a database of the primary with the replica to read from. @param lines takes what is told for the log */
export const openReplicated = (databaseUrl: string, { replicaUrl }: Replicated, lines: string[] = []): Promise<Database> =>
  openDatabase({
    databaseUrl,
    readUrls: [withDatabase(replicaUrl, new URL(databaseUrl).pathname.slice(1))],
    dataDir: '',
    poolSize: 6,
    onReplicaChange: (line) => lines.push(line),
  });
