import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bigTables, fillEarlier } from '../../../src/database/benchmarks/earlier';
import { type Watched, watch } from '../../../src/database/benchmarks/watcher';
import { migrate } from '../../../src/database/migrations/migrate';
import { type EmptyDatabase, emptyDatabase, makeReleased, released } from './released';

const rows = 10_000;
/** For how long somebody keeps a transaction open; nobody may wait for it for half as long. */
const openForMs = 2_500;

let database: EmptyDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
  await makeReleased(
    database,
    released.filter(({ name }) => name <= '0008_search'),
  );
  await fillEarlier(database.db, rows);
}, 60_000);
afterEach(() => database.close());

/** Works beside others who read and write, one of whom has read every table in a transaction that stays open for a while. */
async function besideOthers(work: () => Promise<unknown>): Promise<Watched> {
  const connectionString = database.url;
  const other = new pg.Client({ connectionString });
  await other.connect();
  await other.query('begin');
  for (const table of bigTables) await other.query(`select from ${table} limit 1`);
  const watching = watch({ connectionString }, bigTables);
  const closing = new Promise((done) => setTimeout(done, openForMs)).then(() => other.query('commit'));
  await work();
  await closing;
  await other.end();
  return watching.stop();
}

it('nobody waits for a second while a database with the first schema is brought up to date', async () => {
  const { failed, answered, longestMs, slowest } = await besideOthers(() => migrate(database.db));
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(500);
  expect(longestMs, slowest).toBeLessThan(1_000);
}, 60_000);

it('control: behind a change that waits for its lock, and then for its index, others wait', async () => {
  const { failed } = await besideOthers(() =>
    database.pool.query('begin; alter table item add column later text; create index later on item (later); commit'),
  );
  expect(failed.join('\n')).toMatch(/lock timeout.*item/);
}, 60_000);
