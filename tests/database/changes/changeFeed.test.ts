import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChangeFeed } from '../../../src/database/changes/changeFeed';
import { noteChange } from '../../../src/database/changes/noteChanges';
import { putItems } from '../../../src/database/content/writeItems';
import { inTransaction } from '../../../src/database/transaction';
import { testDatabase, type TestDatabase } from '../harness';

let db: TestDatabase;
let feed: ChangeFeed;
let told: string[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const usual = () => ({ connectionString: db.databaseUrl });
const note = (module: string, tx: Parameters<typeof noteChange>[0] = db): Promise<void> =>
  noteChange(tx, { topic: 'content', tenant: 'museum', module });
const item = (id: string, status: number) => ({ tenant: 'museum', module: 'exhibit', id, title: id, status, pub: new Date(), doc: { id } });
const start = async (direct: (() => { connectionString: string }) | undefined): Promise<void> => {
  told = [];
  feed = new ChangeFeed({ usual, direct }, () => undefined);
  feed.follow((changes) => told.push(...(changes === 'everything' ? [changes] : changes.map(({ module }) => module))));
  feed.start();
  await expect.poll(() => told).toEqual(['everything']);
};
afterEach(() => feed.close());

describe.each([
  ['that listens', usual],
  ['that cannot listen', undefined],
  ['whose address to listen at leads nowhere', () => ({ connectionString: 'postgres://127.0.0.1:9/none' })],
])('a feed %s', (_how, direct) => {
  beforeEach(() => start(direct));

  it('tells of a change once it is committed, and once', async () => {
    await inTransaction(db, async (tx) => {
      await note('first', tx);
      await note('second');
      await expect.poll(() => told).toEqual(['everything', 'second']);
    });
    await expect.poll(() => told).toEqual(['everything', 'second', 'first']);
    await note('third');
    await expect.poll(() => told).toEqual(['everything', 'second', 'first', 'third']);
  });

  it('tells of what was changed while its connection was cut', async () => {
    const cut = async (): Promise<void> => {
      await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal-changes' and datname = current_database()`,
      );
    };
    await cut();
    await note('meanwhile');
    await cut();
    await expect.poll(() => told, { timeout: 5_000 }).toEqual(['everything', 'meanwhile']);
  });
});

describe('items', () => {
  beforeEach(() => start(usual));

  it('are told of when somebody sees or saw them, and not when they only wait', async () => {
    await putItems(db, [item('a', 0)]);
    await note('mark');
    await expect.poll(() => told).toEqual(['everything', 'mark']);
    await putItems(db, [item('a', 1)]);
    await expect.poll(() => told).toEqual(['everything', 'mark', 'exhibit']);
    await putItems(db, [item('a', 2)]);
    await expect.poll(() => told).toEqual(['everything', 'mark', 'exhibit', 'exhibit']);
  });
});
