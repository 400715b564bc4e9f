import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../src/database/transaction';
import type { ItemFilter } from '../../../src/database/content/filters';
import { listItems } from '../../../src/database/content/items';
import { type NewItem, putItems } from '../../../src/database/content/writeItems';
import { removeItems } from '../removeItems';
import { countItems } from '../../../src/database/content/counts';
import { countStatements } from '../countStatements';
import { type TestDatabase, testDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await sql`delete from item`.execute(db.kysely);
  await removeItems(db, 'museum', 'news', []);
});
afterEach(() => {
  vi.useRealTimers();
});

const item = (id: string): NewItem => ({ tenant: 'museum', module: 'news', id, pub: new Date(2024, 0), title: id, doc: {} });
const query = (rest: { limit?: number; module?: string } = {}) => ({
  tenant: 'museum',
  module: 'news',
  filters: [],
  order: [],
  limit: 20,
  offset: 0,
  ...rest,
});
const insertElsewhere = (id: string) =>
  sql`insert into item (tenant, module, id, doc) values ('museum', 'news', ${id}, '{}')`.execute(db.kysely);

describe('countItems', () => {
  it('counts equal questions at once only once, and anew after a write', async () => {
    await putItems(db, [item('a'), item('b')]);
    const before = db.pool.totalCount;
    expect(await Promise.all(Array.from({ length: 50 }, () => countItems(db, query())))).toEqual(Array(50).fill(2));
    expect(db.pool.totalCount).toBeLessThanOrEqual(Math.max(before, 1));
    await insertElsewhere('c');
    expect(await countItems(db, query({ limit: 5 }))).toBe(2);
    await putItems(db, [item('d')]);
    expect(await countItems(db, query())).toBe(4);
    await removeItems(db, 'museum', 'news', ['a']);
    expect(await countItems(db, query())).toBe(3);
  });

  it('hands out a total for 5 s, an older one up to 60 s while counting again, and none after that', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await countItems(db, query())).toBe(0);
    await insertElsewhere('a');
    vi.advanceTimersByTime(4_900);
    expect(await countItems(db, query())).toBe(0);
    vi.advanceTimersByTime(200);
    expect(await countItems(db, query())).toBe(0);
    await expect.poll(() => countItems(db, query())).toBe(1);
    await insertElsewhere('b');
    vi.advanceTimersByTime(61_000);
    expect(await countItems(db, query())).toBe(2);
  });

  it('does not remember a failure', async () => {
    const broken = { ...query({ module: 'broken' }), status: [1.5] };
    await expect(countItems(db, broken)).rejects.toThrow();
    await expect(countItems(db, broken)).rejects.toThrow();
    expect(await countItems(db, { ...broken, status: [0] })).toBe(0);
  });

  it('lets a page that ends correct an old total', async () => {
    expect(await countItems(db, query())).toBe(0);
    await insertElsewhere('a');
    expect(await listItems(db, query())).toMatchObject({ rows: [{ id: 'a' }], total: 1 });
  });

  it('keeps the total that a page told, unless something was written while it was read', async () => {
    await putItems(db, [item('a')]);
    const filters: ItemFilter[] = [{ kind: 'range', slot: 'pub', from: 0 }];
    const told = { ...query(), filters };
    // Whether the module is small is known for a while.
    await listItems(db, { ...told, filters: [{ kind: 'range', slot: 'pub', to: 0 }] });
    const aside = (then?: () => Promise<unknown>) => countStatements(db, then);
    expect(await listItems(aside(() => insertElsewhere('ab')).db, told)).toMatchObject({ total: 1 });
    const { db: counting, statements } = aside();
    expect([await countItems(counting, told), statements.length]).toEqual([1, 0]);
    expect(await listItems(aside(() => putItems(db, [item('ac')])).db, told)).toMatchObject({
      rows: [{ id: 'ab' }, { id: 'a' }],
      total: 2,
    });
    expect(await countItems(db, told)).toBe(3);
  });

  it('keeps what a transaction sees to itself', async () => {
    await putItems(db, [item('a')]);
    await expect(
      inTransaction(db, async (tx) => {
        await putItems(tx, [item('b')]);
        expect(await listItems(tx, query())).toMatchObject({ rows: [{ id: 'b' }, { id: 'a' }], total: 2 });
        expect(await countItems(db, query())).toBe(1);
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await countItems(db, query())).toBe(1);
    await inTransaction(db, async (tx) => {
      await putItems(tx, [item('b')]);
      expect(await countItems(db, query())).toBe(1);
    });
    expect(await countItems(db, query())).toBe(2);
  });
});
