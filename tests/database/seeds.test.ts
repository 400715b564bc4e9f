import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection';
import { runOnce } from '../../src/database/transaction';
import { readShape, writeShape } from '../../src/database/content/rewriteItems';
import { putItems } from '../../src/database/content/writeItems';
import { countItems } from '../../src/database/content/counts';
import { type TestDatabase, testDatabase } from './harness';

let db: TestDatabase;
let other: Database;
beforeAll(async () => {
  db = await testDatabase();
  other = await openDatabase({ databaseUrl: db.databaseUrl, dataDir: '', poolSize: 4 });
}, 60_000);
afterAll(async () => {
  await other.close();
  await db.close();
});

describe('runOnce', () => {
  it('does the work for one of many callers, after which all see it', async () => {
    let runs = 0;
    const calls = Array.from({ length: 30 }, (_, number) =>
      runOnce(number % 2 ? db : other, 'museum', 'demo', async (tx) => {
        runs += 1;
        await putItems(tx, [{ tenant: 'museum', module: 'news', id: `i${runs}`, pub: new Date(), title: '', doc: {} }]);
        await sql`select pg_sleep(0.05)`.execute(tx.kysely);
      }).then((ran) => ran),
    );
    const ran = await Promise.all(calls);
    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(runs).toBe(1);
    expect(await countItems(db, { tenant: 'museum', module: 'news', filters: [] })).toBe(1);
    expect(await runOnce(db, 'library', 'demo', async () => undefined)).toBe(true);
    expect(await runOnce(db, 'museum', 'demo', async () => undefined)).toBe(false);
  });

  it('leaves the work to the next one when it fails, undoing what it did', async () => {
    const item = { tenant: 'museum', module: 'failed', id: 'a', pub: new Date(), title: '', doc: {} };
    await expect(
      runOnce(db, 'museum', 'failing', async (tx) => {
        await putItems(tx, [item]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await countItems(db, { ...item, filters: [] })).toBe(0);
    expect(await runOnce(other, 'museum', 'failing', async () => undefined)).toBe(true);
  });
});

describe('shapes', () => {
  it('remember the last hash of a module', async () => {
    expect(await readShape(db, 'museum', 'news')).toBeUndefined();
    await writeShape(db, 'museum', 'news', 'one');
    await writeShape(db, 'museum', 'news', 'two');
    expect(await readShape(db, 'museum', 'news')).toBe('two');
  });
});
