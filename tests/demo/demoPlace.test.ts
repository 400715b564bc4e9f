import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPlaceForDemo } from '../../src/database/content/demoPlace';
import { putItems } from '../../src/database/content/writeItems';
import { runOnce } from '../../src/database/transaction';
import { testDatabase, type TestDatabase } from '../database/harness';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('demo content comes by itself into an empty database alone, or where it was begun', async () => {
  expect(await isPlaceForDemo(database)).toBe(true);
  await putItems(database, [{ tenant: 'a', module: 'notes', id: '1', status: 1, pub: new Date(0), title: 'Own', doc: {} }]);
  expect(await isPlaceForDemo(database)).toBe(false);
  await runOnce(database, 'a', 'demo', async () => undefined);
  expect(await isPlaceForDemo(database)).toBe(true);
});
