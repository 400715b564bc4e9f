import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countValues, type Facet } from '../../../src/database/content/facets';
import type { ItemFilter } from '../../../src/database/content/filters';
import { type NewItem, putItems } from '../../../src/database/content/writeItems';
import { inTransaction } from '../../../src/database/transaction';
import { removeItems } from '../removeItems';
import { type TestDatabase, testDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close());
beforeEach(async () => {
  await sql`delete from item`.execute(db.kysely);
  await removeItems(db, 'museum', 'works', []);
  await putItems(db, works);
});

const work = (id: string, rest: Partial<NewItem> = {}): NewItem => ({
  tenant: 'museum',
  module: 'works',
  id,
  column: 'hall',
  pub: new Date(2024, 0),
  title: id,
  doc: {},
  ...rest,
});
const works = [
  work('a', {
    s1: 'jade',
    n1: 1,
    n2: Date.parse('2022-12-31T23:59:59+08:00'),
    pub: new Date('2023-12-31T23:59:59+08:00'),
    tags: { '/types': ['x', 'y'], '/types2': ['x'] },
  }),
  work('b', {
    s1: 'jade',
    n1: 5,
    n2: Date.parse('2023-01-01T00:00:00+08:00'),
    pub: new Date('2024-01-01T00:00:00+08:00'),
    tags: { '/types': ['x'] },
  }),
  work('c', { s1: 'silk', n1: 9, tags: { '/types': ['y'] }, column: 'yard' }),
  work('d', { n1: 9, n2: -8.64e15 }),
  work('hidden', { status: 0, s1: 'jade', tags: { '/types': ['x'] } }),
  work('elsewhere', { tenant: 'centre', s1: 'jade', tags: { '/types': ['x'] } }),
];
const select = (filters: ItemFilter[] = []) => ({ tenant: 'museum', module: 'works', filters });

describe('countValues', () => {
  it.each<[string, Facet, ItemFilter[], Record<string, number>]>([
    ['a slot', { kind: 'slot', slot: 's1' }, [], { jade: 2, silk: 1 }],
    ['a slot under another filter', { kind: 'slot', slot: 's1' }, [{ kind: 'range', slot: 'n1', from: 5 }], { jade: 1, silk: 1 }],
    ['tags of one field alone', { kind: 'tag', field: '/types' }, [], { x: 2, y: 2 }],
    ['tags, several of an item', { kind: 'tag', field: '/types' }, [{ kind: 'slot', slot: 's1', values: ['jade'] }], { x: 2, y: 1 }],
    ['columns', { kind: 'column' }, [], { hall: 3, yard: 1 }],
    ['years of the time', { kind: 'year', slot: 'pub' }, [{ kind: 'slot', slot: 's1', values: ['jade'] }], { '2023': 1, '2024': 1 }],
    ['years of a number, of four digits alone', { kind: 'year', slot: 'n2' }, [], { '2022': 1, '2023': 1 }],
    ['nothing', { kind: 'slot', slot: 's2' }, [], {}],
  ])('counts published items by %s', async (_what, facet, filters, counts) => {
    expect(await countValues(db, select(filters), facet)).toEqual(counts);
  });

  it('counts anew after a write, and not what a transaction takes back', async () => {
    const facet: Facet = { kind: 'slot', slot: 's1' };
    const before = await countValues(db, select(), facet);
    await inTransaction(db, async (tx) => {
      await putItems(tx, [work('e', { s1: 'silk' })]);
      expect(await countValues(tx, select(), facet)).toEqual({ jade: 2, silk: 2 });
      throw new Error('taken back');
    }).catch(() => undefined);
    expect(await countValues(db, select(), facet)).toEqual(before);
    await putItems(db, [work('e', { s1: 'silk' })]);
    expect(await countValues(db, select(), facet)).toEqual({ jade: 2, silk: 2 });
  });

  it('says nothing of a field with more values than anybody chooses among', async () => {
    await putItems(
      db,
      Array.from({ length: 301 }, (_, number) => work(`n${number}`, { s2: `value ${number}` })),
    );
    expect(await countValues(db, select(), { kind: 'slot', slot: 's2' })).toBeUndefined();
  });
});
