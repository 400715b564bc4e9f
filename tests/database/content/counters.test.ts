import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToCounter, listMostViewed, readCounter, readCounters } from '../../../src/database/content/counters';
import { type TestDatabase, testDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close());

const key = (id: string, tenant = 'museum') => ({ tenant, column: 'news', id });

describe('counters', () => {
  it('lose nothing when many add at once', async () => {
    const calls = Array.from({ length: 300 }, (_, number) => addToCounter(db, key('busy'), { pv: 1, share: number % 3 }));
    const seen = await Promise.all(calls);
    expect(await readCounter(db, key('busy'))).toEqual({ pv: 300, share: 300, star: 0, collect: 0 });
    expect(new Set(seen.map(({ pv }) => pv)).size).toBe(300);
  });

  it('are zero where nothing was counted, and apart by tenant', async () => {
    await addToCounter(db, key('a'), { star: 2, collect: 1 });
    await addToCounter(db, key('a'), { star: -1 });
    const counters = await readCounters(db, 'museum', 'news', ['a', 'none']);
    expect(counters.get('a')).toEqual({ pv: 0, share: 0, star: 1, collect: 1 });
    expect(counters.get('none')).toEqual({ pv: 0, share: 0, star: 0, collect: 0 });
    expect(await readCounter(db, key('a', 'library'))).toMatchObject({ star: 0 });
    expect((await readCounters(db, 'museum', 'news', [])).size).toBe(0);
  });

  it('are exact beyond 32 bits', async () => {
    await addToCounter(db, key('large'), { pv: 5_000_000_000 });
    expect((await addToCounter(db, key('large'), { pv: 1 })).pv).toBe(5_000_000_001);
  });

  it('are ranked by views within a column of a tenant, equal ones by id', async () => {
    const ranked = (id: string, column = 'ranked', tenant = 'museum') => ({ tenant, column, id });
    for (const [id, pv] of [
      ['c', 3],
      ['b', 7],
      ['a', 3],
      ['d', 0],
    ] as const)
      await addToCounter(db, ranked(id), { pv, star: 1 });
    await addToCounter(db, ranked('elsewhere', 'other'), { pv: 99 });
    await addToCounter(db, ranked('foreign', 'ranked', 'library'), { pv: 99 });
    expect([...(await listMostViewed(db, 'museum', 'ranked', 10)).keys()]).toEqual(['b', 'a', 'c', 'd']);
    expect([...(await listMostViewed(db, 'museum', 'ranked', 1))]).toEqual([['b', { pv: 7, share: 0, star: 1, collect: 0 }]]);
    expect((await listMostViewed(db, 'museum', 'none', 10)).size).toBe(0);
  });
});
