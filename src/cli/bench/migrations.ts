import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { bigTables, fillEarlier, firstReleased } from '../../database/benchmarks/earlier';
import { watch } from '../../database/benchmarks/watcher';
import { startEmbedded } from '../../database/embedded/embedded';
import { migrate, migrateAs, migrationNames } from '../../database/migrations/migrate';
import type { Row } from './report';

/**
 * Brings a database with the first released schema up to date while each of its big tables is read and written, and measures how long
 * anybody waits.
 * @param rows in each of the big tables
 */
export async function benchMigrations(dataDir: string, rows: number): Promise<Row[]> {
  const { connection, stop } = await startEmbedded({ dataDir });
  const pool = new pg.Pool({ ...connection, max: 4 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrateAs(
      db,
      migrationNames.filter((name) => name <= firstReleased),
    );
    await fillEarlier(db, rows);
    const watching = watch(connection, bigTables);
    const began = performance.now();
    let [longest, last] = [
      { name: '', ms: 0 },
      { name: '', from: began },
    ];
    const turn = (name: string): void => {
      const ms = performance.now() - last.from;
      if (ms > longest.ms) longest = { name: last.name, ms };
      last = { name, from: performance.now() };
    };
    await migrate(db, { tell: (line) => turn(line.replace('The database is changed: ', '')) });
    const seconds = (performance.now() - began) / 1_000;
    turn('');
    const { answered, failed, longestMs, slowest } = await watching.stop();
    return [
      { what: `${rows} rows in each of ${bigTables.length} tables, brought up to date in`, figure: `${Math.round(seconds)} s` },
      { what: `longest part: ${longest.name}`, figure: `${Math.round(longest.ms / 1_000)} s` },
      { what: `statements of others meanwhile`, figure: String(answered) },
      { what: `that failed, or had no lock within a second`, figure: String(failed.length), aim: 'none' },
      { what: `the longest of them: ${slowest}`, figure: `${Math.round(longestMs)} ms`, aim: 'at most 1,000 ms' },
    ];
  } finally {
    await pool.end();
    await stop();
  }
}
