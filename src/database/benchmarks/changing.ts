import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { startEmbedded } from '../embedded/embedded';
import { migrate, migrateAs, migrationNames } from '../migrations/migrate';
import { bigTables, fillEarlier, firstReleased } from './earlier';
import { type Watched, watch } from './watcher';

/** How a database was brought up to date, and what became of those who used it. */
interface Changed {
  tables: number;
  tookMs: number;
  /** The part that took longest. */
  longestPart: { name: string; ms: number };
  watched: Watched;
}

/**
 * Brings a database with the first released schema up to date while each of its big tables is read and written.
 * @param dataDir where an embedded server makes it
 * @param rows in each of the big tables
 */
export async function changeBesideOthers(dataDir: string, rows: number): Promise<Changed> {
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
    const parts: { name: string; from: number }[] = [];
    await migrate(db, { tell: (name) => parts.push({ name, from: performance.now() }) });
    const ended = performance.now();
    const times = parts.map(({ name, from }, index) => ({ name, ms: (parts[index + 1]?.from ?? ended) - from }));
    const [longestPart = { name: '', ms: 0 }] = times.sort((a, b) => b.ms - a.ms);
    return { tables: bigTables.length, tookMs: ended - began, longestPart, watched: await watching.stop() };
  } finally {
    await pool.end();
    await stop();
  }
}
