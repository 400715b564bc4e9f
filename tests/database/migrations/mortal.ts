import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** A process that makes changes, as the server sees it: when it is killed its connections are gone without a word. */
export interface Mortal {
  db: Kysely<unknown>;
  kill(): void;
}

/** @param statements after how many statements it is killed */
export function bear(url: string, statements = Number.POSITIVE_INFINITY): Mortal {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const clients = new Set<pg.PoolClient>();
  let [left, isDead] = [statements, false];
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    clients.add(client);
  });
  const kill = (): void => {
    isDead = true;
    for (const { connection } of clients) connection.stream.destroy();
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    if (isDead) throw new Error('killed');
    const client = await pool.connect();
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (isDead) throw new Error('killed');
      const result = await client.query(text, [...values]);
      left -= 1;
      if (left <= 0) kill();
      return result;
    };
    return { query: query as PostgresPoolClient['query'], release: () => client.release(isDead) };
  };
  return { db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) }), kill };
}
