import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { startEmbedded } from './embedded/embedded';
import { migrate } from './migrations/migrate';
import { createPreparingPool } from './statements';

/** An open database. `close` waits for running queries, then leaves the embedded server if there is one. */
export type Database = { kysely: Kysely<unknown>; pool: pg.Pool; close(): Promise<void> };

/** What a query needs: a Database, or what `inTransaction` hands out, which also takes what is to happen after the commit. */
export type Queryable = Pick<Database, 'kysely' | 'pool'> & { afterCommit?: (() => void)[] };

/** Where the database is, and how it is used. */
export type DatabaseOptions = {
  /** Connection string of a PostgreSQL server; without it an embedded server runs in `dataDir`. */
  databaseUrl?: string;
  dataDir: string;
  /** Connections at most. More than about ten make a server of few cores slower. */
  poolSize?: number;
  /** Told of connections that broke while idle, for the log; the next query opens a new one. */
  onConnectionError?: (error: Error) => void;
};

const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 2_000;
const INT8 = 20;

/**
 * Opens the database and brings its schema up to date.
 * @throws Error when no server can be reached or started, or a migration fails; nothing is left open then.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir } = options;
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir });
  try {
    const database = await openPool(embedded?.connection ?? { connectionString: databaseUrl }, options);
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

/** Whether the database answers within two seconds. Never throws. */
export async function ping(db: Queryable): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PING_TIMEOUT_MS, false);
  });
  const answer = sql`select 1`.execute(db.kysely).then(
    () => true,
    () => false,
  );
  const alive = await Promise.race([answer, late]);
  clearTimeout(timer);
  return alive;
}

async function openPool(connection: pg.PoolConfig, { poolSize = 10, onConnectionError }: DatabaseOptions): Promise<Database> {
  const shared = { ...connection, application_name: 'portal', connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  await migrateWith(shared, onConnectionError);
  const pool = guardPool(
    new pg.Pool({ ...shared, max: poolSize, statement_timeout: STATEMENT_TIMEOUT_MS, types: { getTypeParser } }),
    onConnectionError,
  );
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createPreparingPool(pool) }) });
  return { kysely, pool, close: () => pool.end() };
}

// Over a connection of its own without the timeout: a migration of a large table, or the wait for one, takes its time.
async function migrateWith(connection: pg.PoolConfig, onError: DatabaseOptions['onConnectionError']): Promise<void> {
  const pool = guardPool(new pg.Pool({ ...connection, max: 1 }), onError);
  try {
    await migrate(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  } finally {
    await pool.end();
  }
}

// A lost connection is an 'error' event of the pool while idle and of the client while in use; unheard, either ends the process.
function guardPool(pool: pg.Pool, onError: (error: Error) => void = () => undefined): pg.Pool {
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

// Counts and counters stay far below 2^53, where a number is exact; pg would hand them out as text.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary'): unknown => {
  if (oid === INT8 && format !== 'binary') return Number;
  return pg.types.getTypeParser(oid, format);
};
