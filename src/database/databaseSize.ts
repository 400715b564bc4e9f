import { sql } from 'kysely';
import { inEachCluster } from './clusters';
import type { Database } from './connection';

/** For how many milliseconds a size counts: the server looks at every file of the database for it. */
const countsFor = 60_000;

/** Returns what reads how many bytes the database takes, or all of several, with its indexes, looked at once a minute at most. */
export function createSizeReader(database: Pick<Database, 'kysely' | 'clusters'>): () => Promise<number> {
  let [readAt, size] = [Number.NEGATIVE_INFINITY, 0];
  return async () => {
    if (performance.now() - readAt < countsFor) return size;
    let sum = 0;
    await inEachCluster(database, async () => {
      const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(database.kysely);
      sum += rows[0]?.size ?? 0;
    });
    [readAt, size] = [performance.now(), sum];
    return size;
  };
}
