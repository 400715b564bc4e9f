import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrate, migrateAs, migrationNames } from '../../../src/database/migrations/migrate';
import { describeSchema, type EmptyDatabase, emptyDatabase, makeReleased, released } from './released';

const open: EmptyDatabase[] = [];
const another = async (): Promise<EmptyDatabase> => {
  const database = await emptyDatabase();
  open.push(database);
  return database;
};
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

let fresh: string[];
beforeAll(async () => {
  const { db, close } = await emptyDatabase();
  await migrate(db);
  fresh = await describeSchema(db);
  await close();
}, 60_000);

describe('the schema is the same', () => {
  it('in an empty database as the released changes made it', async () => {
    const [before, after] = [await another(), await another()];
    await makeReleased(before, released);
    await migrateAs(
      after.db,
      released.map(({ name }) => name),
    );
    expect(await describeSchema(after.db)).toEqual(await describeSchema(before.db));
    expect(released.map(({ name }) => name)).toEqual(migrationNames.slice(0, released.length));
  });

  for (const [index, { name }] of released.entries())
    it(`when a database of ${name} is brought up to date`, async () => {
      const database = await another();
      await makeReleased(database, released.slice(0, index + 1));
      await migrate(database.db);
      expect(await describeSchema(database.db)).toEqual(fresh);
      const { rows } = await database.pool.query<{ name: string }>('select name from kysely_migration order by name');
      expect(rows.map((row) => row.name)).toEqual(migrationNames);
    });
});

describe('a database is refused', () => {
  it('that a newer program changed', async () => {
    const { db, pool } = await another();
    await migrate(db);
    await pool.query(`insert into kysely_migration values ('9999_later', '')`);
    await expect(migrate(db)).rejects.toThrow('was changed by a newer program: this one does not know 9999_later');
  });

  it('that lacks a change before one that it has', async () => {
    const database = await another();
    await makeReleased(database, released.slice(0, 9));
    await database.pool.query(`delete from kysely_migration where name = '0002_accounts'`);
    await expect(migrate(database.db)).rejects.toThrow(/^The database lacks 0002_accounts, which comes before 00/);
  });
});
