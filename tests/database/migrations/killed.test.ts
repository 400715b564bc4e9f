import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillEarlier } from '../../../src/database/benchmarks/earlier';
import { migrate, migrationNames } from '../../../src/database/migrations/migrate';
import { bear, type Mortal } from './mortal';
import { describeSchema, type EmptyDatabase, emptyDatabase, makeReleased, released } from './released';

let fresh: string[];
let database: EmptyDatabase;
/** Somebody whose transaction has been open for long. */
let other: pg.Client;
beforeAll(async () => {
  const { db, close } = await emptyDatabase();
  await migrate(db);
  fresh = await describeSchema(db);
  await close();
}, 60_000);
beforeEach(async () => {
  database = await emptyDatabase();
  await makeReleased(
    database,
    released.filter(({ name }) => name <= '0008_search'),
  );
  await fillEarlier(database.db, 50);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await database.close();
});

const said = ({ db }: Mortal): Promise<string> =>
  migrate(db).then(
    () => 'done',
    (error: unknown) => String(error),
  );

it('changes that are ended after any number of statements are made in the end', async () => {
  let made = 0;
  for (let statements = 4; ; statements += 1) {
    const mortal = bear(database.url, statements);
    const outcome = await said(mortal);
    mortal.kill();
    if (outcome === 'done') break;
    expect(outcome).toMatch(/killed|terminated|migrated/);
    made += 1;
  }
  expect(made).toBeGreaterThan(20);
  expect(await describeSchema(database.db)).toEqual(fresh);
}, 120_000);

const only = async <T extends object>(text: string): Promise<T | undefined> => (await database.pool.query<T>(text)).rows[0];

/** Has an index wait for a transaction that is open, until whoever builds it is killed. @returns the number of the index */
async function killBuilding(): Promise<number> {
  await other.query('begin isolation level repeatable read');
  await other.query('select from item limit 1');
  const mortal = bear(database.url);
  const dying = said(mortal);
  await expect
    .poll(() => only(`select from pg_stat_progress_create_index where phase = 'waiting for old snapshots'`), {
      timeout: 10_000,
      interval: 20,
    })
    .toBeDefined();
  mortal.kill();
  expect(await dying).not.toBe('done');
  return (await only<{ oid: number }>(`select 'item_author'::regclass::oid as oid`))?.oid ?? 0;
}

describe('an index whose builder was killed', () => {
  it('is taken as it is once the server has built it', async () => {
    const before = await killBuilding();
    let line = '';
    const again = migrate(database.db, { tell: (told) => (line = told) });
    await expect.poll(() => line).toContain('index item_author');
    await other.query('commit');
    await again;
    expect(
      await only(`select indexrelid::oid as oid, indisvalid as valid from pg_index where indexrelid = 'item_author'::regclass`),
    ).toEqual({
      oid: before,
      valid: true,
    });
    expect(await describeSchema(database.db)).toEqual(fresh);
  }, 60_000);

  it('is built anew where the server gave it up', async () => {
    const before = await killBuilding();
    await only('select pg_terminate_backend(pid) from pg_stat_progress_create_index');
    await other.query('commit');
    await migrate(database.db);
    expect(
      await only(
        `select indexrelid::oid > ${before} as anew, indisvalid as valid from pg_index where indexrelid = 'item_author'::regclass`,
      ),
    ).toEqual({ anew: true, valid: true });
    expect(await describeSchema(database.db)).toEqual(fresh);
  }, 60_000);
});

it('of servers that start at once one makes changes, and no index waits for the others', async () => {
  await other.query('begin isolation level repeatable read');
  await other.query('select from item limit 1');
  const all = [bear(database.url), bear(database.url), bear(database.url)].map(({ db }) => migrate(db));
  await expect
    .poll(() => only(`select from pg_stat_progress_create_index where phase = 'waiting for old snapshots'`), {
      timeout: 10_000,
      interval: 20,
    })
    .toBeDefined();
  await other.query('commit');
  await Promise.all(all);
  const { rows } = await database.pool.query<{ name: string }>('select name from kysely_migration order by name');
  expect(rows.map(({ name }) => name)).toEqual(migrationNames);
}, 60_000);
