import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ChangeFeed } from './changes/changeFeed';
import { startEmbedded } from './embedded/embedded';
import type { Clusters } from './clusters';
import { migrate } from './migrations/migrate';
import { createPool, guardPool } from './pool';
import { Probe } from './probe';
import { openReplicas } from './openReplicas';
import type { Replicas } from './replicas';
import type { StatementObserver } from './statementNames';
import { createPreparingPool } from './statements';
import { Writers } from './writers';

/** An open database; `changes` tells of them once it is started, `observers` are told of statements. `close` waits for running queries, though not for long, then leaves the embedded server if there is one. */
export type Database = {
  kysely: Kysely<unknown>;
  pool: pg.Pool;
  writers: Pick<Writers, 'run'>;
  probe: Pick<Probe, 'answers'>;
  /** Servers that work which only reads may be answered by; absent: there are none. */
  replicas?: Replicas;
  /** Where institutions are spread over several databases, which of them is asked; absent: there is one. */
  clusters?: Clusters;
  changes: Pick<ChangeFeed, 'follow' | 'start'>;
  observers: Set<StatementObserver>;
  close(): Promise<void>;
};

/** What a query needs: a Database, or what `inTransaction` hands out, which also takes what is to happen after the commit. */
export type Queryable = Pick<Database, 'kysely' | 'pool'> &
  Partial<Pick<Database, 'writers'>> & { replicas?: Pick<Replicas, 'isReading'>; afterCommit?: (() => void)[] };

/** Where the database is, and how it is used. */
export type DatabaseOptions = {
  /** Connection string of a PostgreSQL server; without it an embedded server runs in `dataDir`. */
  databaseUrl?: string;
  dataDir: string;
  /** Connection strings of the server's replicas, each of which leads to one of them. */
  readUrls?: readonly string[];
  /** `transaction`: between this and the server stands a pooler that hands connections to others after each transaction. */
  pooler?: 'transaction';
  /** Leads to the same database past the pooler: there the schema is changed, and changes are listened to; absent: the database is asked for these. */
  directUrl?: string;
  /** Are told of statements; one may be added at any time. */
  observers?: Set<StatementObserver>;
  /** Connections at most. More than about ten make a server of few cores slower. */
  poolSize?: number;
  /** It is opened to store very many items; `endBulk` is to be called at the end. */
  bulk?: boolean;
  /** For how many milliseconds a transaction waits for others to end; absent: as long as it takes. */
  writerPatienceMs?: number;
  /** Told of each change of the schema that is made beside a working portal, for the log. */
  onMigration?: (line: string) => void;
  /** Told of connections that broke while idle, for the log; the next query opens a new one. */
  onConnectionError?: (error: Error) => void;
  /** Told when a replica is not read from any more, and when it is again, for the log. */
  onReplicaChange?: (line: string) => void;
  /** Told when the embedded server was gone and is back, for the log. */
  onReattached?: () => void;
  /** Told when the embedded server is gone and cannot be brought back: no query will succeed any more. */
  onLost?: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 10_000;
/** The first connection: a program that starts on a busy machine is at something else for seconds on end, and hears late that it has one. */
const FIRST_CONNECT_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Opens the database and brings its schema up to date.
 * @throws Error when no server can be reached or started, or a migration fails; nothing is left open then.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, onReattached, onLost } = options;
  let pool: pg.Pool | undefined;
  const followServer = ({ port }: pg.PoolConfig): void => {
    // Connections that the pool opens from now on go there; those to the lost server have ended with it.
    if (pool) pool.options.port = port;
    onReattached?.();
  };
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, onReattached: followServer, onLost });
  try {
    const database = await openPool(embedded?.connection ?? { connectionString: databaseUrl }, options);
    pool = database.pool;
    if (embedded) pool.options.port = embedded.connection.port;
    const close = async () => {
      await database.close();
      await embedded?.stop();
    };
    let closing: Promise<void> | undefined;
    return { ...database, close: () => (closing ??= close()) };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function openPool(connection: pg.PoolConfig, options: DatabaseOptions): Promise<Database> {
  const {
    poolSize = 10,
    writerPatienceMs,
    onConnectionError,
    onReplicaChange,
    pooler,
    bulk,
    readUrls = [],
    observers = new Set(),
  } = options;
  const shared = { ...connection, application_name: 'portal', connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  await migrateWith(shared, options);
  const pool = createPool(shared, { poolSize, pooler, bulk, onConnectionError });
  const preparing = createPreparingPool(pool, pooler === 'transaction', observers);
  const primary = (): pg.PoolConfig => ({ ...shared, port: pool.options.port });
  const replicas = readUrls.length > 0 ? openReplicas(readUrls, primary, { poolSize, pooler, onReplicaChange, observers }) : undefined;
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: replicas?.spread(preparing) ?? preparing }) });
  const probe = new Probe(primary);
  const changes = new ChangeFeed({ usual: primary, direct: findDirect(primary, options) }, onConnectionError ?? (() => undefined));
  const close = async (): Promise<void> => {
    await Promise.all([probe.close(), changes.close()]);
    // Work that was under way must not keep a program from ending.
    await Promise.race([Promise.all([pool.end(), replicas?.close()]), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  };
  return { kysely, pool, writers: new Writers(poolSize, writerPatienceMs), probe, changes, observers, replicas, close };
}

/** Returns where one can listen: a pooler hands the connection on, and what is said to it with it. */
function findDirect(usual: () => pg.PoolConfig, { directUrl, pooler }: DatabaseOptions): (() => pg.ClientConfig) | undefined {
  if (directUrl !== undefined) return () => ({ connectionString: directUrl, keepAlive: true });
  return pooler === 'transaction' ? undefined : usual;
}

/** Does work over a connection of its own that takes as long as it takes, such as a copy of whole tables. */
export async function withOwnConnection<T>({ pool }: Pick<Queryable, 'pool'>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { options } = pool;
  const { host, port, user, database, connectionString, ssl, keepAlive, application_name: name } = options;
  // The pool keeps the password where nothing that is printed shows it.
  const client = new pg.Client({
    host,
    port,
    user,
    database,
    connectionString,
    ssl,
    keepAlive,
    application_name: name,
    password: options.password,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// Over connections of its own without the timeout: a migration of a large table, or the wait for one, takes its time.
async function migrateWith(connection: pg.PoolConfig, options: DatabaseOptions): Promise<void> {
  const { directUrl, onConnectionError, onMigration: tell } = options;
  const address = directUrl === undefined ? {} : { connectionString: directUrl };
  const pool = guardPool(
    new pg.Pool({ ...connection, ...address, connectionTimeoutMillis: FIRST_CONNECT_TIMEOUT_MS, max: 2 }),
    onConnectionError,
  );
  try {
    const pooler = directUrl === undefined ? options.pooler : undefined;
    await migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), { pooler, tell });
  } finally {
    await pool.end();
  }
}
