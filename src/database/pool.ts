import pg from 'pg';

/** How a pool is used. */
interface PoolOptions {
  /** Connections at most. */
  poolSize: number;
  /** Between this and the server stands a pooler that hands connections to others after each transaction. */
  pooler?: 'transaction';
  /** Told of connections that broke while idle. */
  onConnectionError?: (error: Error) => void;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const INT8 = 20;

/** Returns connections to a server, opened when they are needed. */
export const createPool = (connection: pg.PoolConfig, { poolSize, pooler, onConnectionError }: PoolOptions): pg.Pool =>
  guardPool(
    new pg.Pool({
      ...connection,
      max: poolSize,
      pipeline: true,
      // Poolers refuse what they do not know of when a connection begins.
      ...(pooler === 'transaction' ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
      types: { getTypeParser },
    }),
    onConnectionError,
  );

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
