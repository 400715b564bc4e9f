import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { listItems } from '../../../src/database/content/items';
import type { ItemOrder } from '../../../src/database/content/order';
import { putItems } from '../../../src/database/content/writeItems';
import { addToCounter } from '../../../src/database/content/counters';
import { removeItems } from '../removeItems';
import { testDatabase, type TestDatabase } from '../harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  const items = Array.from({ length: 620 }, (_, index) => ({
    tenant: 'museum',
    module: 'works',
    id: `w${String(index).padStart(3, '0')}`,
    column: 'c',
    pub: new Date(Date.UTC(2026, 0, 1) + index),
    title: '',
    doc: {},
    s1: index < 20 ? 'few' : 'many',
    n1: index % 2,
  }));
  await putItems(db, items);
  for (const [id, pv] of [
    ['w003', 30],
    ['w007', 70],
    ['w005', 50],
    ['w600', 60],
  ] as const)
    await addToCounter(db, { tenant: 'museum', column: 'c', id }, { pv });
  // The same ids elsewhere count for nothing.
  await addToCounter(db, { tenant: 'museum', column: 'other', id: 'w001' }, { pv: 900 });
  await addToCounter(db, { tenant: 'library', column: 'c', id: 'w002' }, { pv: 900 });
}, 60_000);
afterAll(() => db.close());

const ids = async (order: ItemOrder[], { limit = 4, offset = 0, few = false } = {}): Promise<string[]> => {
  const { rows } = await listItems(db, {
    tenant: 'museum',
    module: 'works',
    filters: few ? [{ kind: 'slot', slot: 's1', values: ['few'] }] : [],
    order,
    limit,
    offset,
  });
  return rows.map(({ id }) => id);
};

it.each([
  [true, ['w007', 'w005', 'w003', 'w019']],
  [false, ['w007', 'w600', 'w005', 'w003']],
])('the most viewed come first, and of equal ones the last id, also of few among many: %s', async (few, expected) => {
  expect(await ids([{ by: 'views', direction: 'desc' }], { few })).toEqual(expected);
});

it('the least viewed come first, page by page', async () => {
  expect(await ids([{ by: 'views', direction: 'asc' }], { limit: 2 })).toEqual(['w000', 'w001']);
  expect(await ids([{ by: 'views', direction: 'asc' }], { limit: 4, offset: 616 })).toEqual(['w003', 'w005', 'w600', 'w007']);
});

it('views decide among equals of another order, with items that have no value in it', async () => {
  onTestFinished(async () => void (await removeItems(db, 'museum', 'works', ['x'])));
  await putItems(db, [{ tenant: 'museum', module: 'works', id: 'x', column: 'c', pub: new Date(0), title: '', doc: {}, s1: 'few' }]);
  expect(
    await ids(
      [
        { by: 'n1', direction: 'asc' },
        { by: 'views', direction: 'desc' },
      ],
      { limit: 2 },
    ),
  ).toEqual(['w600', 'w618']);
  expect(
    await ids(
      [
        { by: 'n1', direction: 'desc' },
        { by: 'views', direction: 'desc' },
      ],
      { few: true, limit: 3 },
    ),
  ).toEqual(['w007', 'w005', 'w003']);
  expect(
    (
      await ids(
        [
          { by: 'n1', direction: 'asc' },
          { by: 'views', direction: 'desc' },
        ],
        { few: true, limit: 30 },
      )
    ).at(-1),
  ).toBe('x');
});
