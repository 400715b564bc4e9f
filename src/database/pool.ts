import pg from 'pg';

/** How a pool is used. */
interface PoolOptions {
  /** Connections at most. */
  poolSize: number;
  /** Between this and the server stands a pooler that hands connections to others after each transaction. */
  pooler?: 'transaction';
  /** Very many items are stored one after the other. */
  bulk?: boolean;
  /** Told of connections that broke while idle. */
  onConnectionError?: (error: Error) => void;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const INT8 = 20;
/**
 * What is to be indexed is gathered in a list until it is so long, and each time the whole index is gone through. With four times the usual
 * length a million items write a quarter less. Longer ones save little more, and everybody who searches looks through them. Memory for
 * working one off at once comes with it.
 */
const BULK_SETTINGS = "set gin_pending_list_limit = '16MB'; set work_mem = '64MB'";

/** Returns connections to a server, opened when they are needed. */
export function createPool(connection: pg.PoolConfig, { poolSize, pooler, bulk = false, onConnectionError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    pipeline: true,
    // Poolers refuse what they do not know of when a connection begins.
    ...(pooler === 'transaction' ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
    types: { getTypeParser },
  });
  // In front of whatever else is asked. Not every system knows the settings.
  if (bulk && pooler !== 'transaction') pool.on('connect', (client) => void client.query(BULK_SETTINGS).catch(() => undefined));
  return guardPool(pool, onConnectionError);
}

/** Hears of lost connections: an 'error' event of the pool while idle and of the client while in use; unheard, either ends the process. */
export function guardPool(pool: pg.Pool, onError: (error: Error) => void = () => undefined): pg.Pool {
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
