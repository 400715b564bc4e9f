import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** What became of those who used the database meanwhile. */
export interface Watched {
  /** Statements that were answered. */
  answered: number;
  /** The longest that one took, in milliseconds, and which it was. */
  longestMs: number;
  slowest: string;
  /** What failed, such as statements that got no lock within a second. */
  failed: string[];
}

/** Nobody may wait for longer. */
const lockTimeoutMs = 1_000;
const pauseMs = 2;

const writeQuestions = (table: string): string[] => [
  `select * from ${table} limit 1`,
  `update ${table} set tenant = tenant where ctid = (select ctid from ${table} limit 1)`,
];

/** Reads and writes each of the tables, over a connection of its own, until it is told to stop. */
export function watch(connection: pg.PoolConfig, tables: readonly string[]): { stop(): Promise<Watched> } {
  const watched: Watched = { answered: 0, longestMs: 0, slowest: '', failed: [] };
  let isOver = false;
  const ask = async (client: pg.Client, text: string): Promise<void> => {
    const from = performance.now();
    await client.query(text).then(
      () => (watched.answered += 1),
      (error: unknown) => watched.failed.push(`${String(error)}: ${text}`),
    );
    const took = performance.now() - from;
    if (took > watched.longestMs) Object.assign(watched, { longestMs: took, slowest: text });
  };
  const look = async (table: string): Promise<void> => {
    const client = new pg.Client({ ...connection, lock_timeout: lockTimeoutMs });
    await client.connect();
    while (!isOver)
      for (const text of writeQuestions(table)) {
        await ask(client, text);
        await delay(pauseMs);
      }
    await client.end();
  };
  const looking = Promise.all(tables.map(look));
  const stop = async (): Promise<Watched> => {
    isOver = true;
    await looking;
    return watched;
  };
  return { stop };
}
