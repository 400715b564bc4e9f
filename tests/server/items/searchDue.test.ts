import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { listItems } from '../../../src/database/content/items';
import { putItems } from '../../../src/database/content/writeItems';
import { findDueTenant } from '../../../src/database/search/due';
import { searchItems } from '../../../src/database/search/search';
import { inTransaction } from '../../../src/database/transaction';
import type { CompiledModule } from '../../../src/model/compiled';
import { importContent, type ImportOptions } from '../../../src/server/importing/importContent';
import type { ImportResult } from '../../../src/server/importing/importRows';
import { openRows } from '../../../src/server/importing/rows';
import { enterDue } from '../../../src/server/items/searchDue';
import { toRecord } from '../../../src/server/items/record';
import type { Portals } from '../../../src/server/config/walkPortals';
import { removeItems } from '../../database/removeItems';
import { type TestDatabase, testDatabase } from '../../database/harness';
import { loadKnownDefinitions, projectRoot } from '../projectDefinitions';

const many = 2_600;
let database: TestDatabase;
let portals: Portals;
let module: CompiledModule;

beforeAll(async () => {
  database = await testDatabase();
  portals = await loadKnownDefinitions(projectRoot);
  const found = portals.portal('centre')?.modules['information'];
  if (!found) throw new Error('no such module');
  module = found;
});
beforeEach(async () => {
  await sql`truncate item, search_due cascade`.execute(database.kysely);
});
afterAll(async () => {
  await database.close();
});

const writeRow = (number: number): string => JSON.stringify({ id: `n${number}`, columnId: '6101', title: `lantern${number} festival` });

async function bringIn(rows: readonly string[], options: ImportOptions = {}): Promise<ImportResult> {
  const source = await openRows('ndjson', Readable.from([Buffer.from(rows.join('\n'))]));
  return importContent(database, { tenant: 'centre', module }, source, options);
}

async function find(asked: string): Promise<string[]> {
  const { rows } = await searchItems(database, { tenant: 'centre', modules: ['information'], asked, limit: 10, offset: 0 });
  return rows.map(({ id }) => id);
}

const countListed = async (): Promise<number> =>
  (await listItems(database, { tenant: 'centre', module: 'information', filters: [], order: [], limit: 1, offset: 0 })).total;

const numbers = Array.from({ length: many }, (_, index) => index + 1);

test('a large import is listed at once, and found bit by bit: the first rows at once, all once what is due was entered', async () => {
  expect(await bringIn(numbers.map(writeRow))).toMatchObject({ imported: many, failed: 0 });
  expect([await find('lantern1'), await find(`lantern${many}`)]).toEqual([['n1'], []]);
  expect(await countListed()).toBe(many);
  expect(await enterDue(database, portals)).toBe(600);
  expect([await find('lantern1'), await find(`lantern${many}`)]).toEqual([['n1'], [`n${many}`]]);
  expect(await findDueTenant(database, '')).toBeUndefined();
  expect(await enterDue(database, portals)).toBe(0);
});

test('so many are found at once, however many batches are stored at once', async () => {
  await bringIn(numbers.map(writeRow), { batch: 500, lanes: 3 });
  expect(await enterDue(database, portals)).toBe(600);
});

test('a small import owes nothing', async () => {
  await bringIn(numbers.slice(0, 1_200).map(writeRow));
  expect(await findDueTenant(database, '')).toBeUndefined();
  expect(await find('lantern1200')).toEqual(['n1200']);
});

test('what is entered later is what the item says then, and items that are gone are passed over', async () => {
  await bringIn(numbers.map(writeRow));
  await putItems(database, [toRecord('centre', module, { id: `n${many}`, columnId: '6101', title: 'dragon boats' })]);
  await removeItems(database, 'centre', 'information', [`n${many - 1}`]);
  await enterDue(database, portals);
  expect([await find(`lantern${many}`), await find('dragon'), await find(`lantern${many - 1}`)]).toEqual([[], [`n${many}`], []]);
});

test('items that were found before go on being found until they are entered anew', async () => {
  await bringIn(numbers.map(writeRow));
  await enterDue(database, portals);
  await bringIn(numbers.map((number) => writeRow(number).replace('festival', 'parade')));
  expect(await find(`lantern${many}`)).toEqual([`n${many}`]);
  await enterDue(database, portals);
  expect(await find(`lantern${many} parade`)).toEqual([`n${many}`]);
  expect(await find(`lantern${many} festival`)).toEqual([]);
});

test('an import that is taken back owes nothing', async () => {
  const broken = await bringIn([...numbers.map(writeRow), '{"id": "x"}'], { allOrNothing: true });
  expect(broken).toMatchObject({ rolledBack: true, failed: 1 });
  expect([await countListed(), await findDueTenant(database, '')]).toEqual([0, undefined]);
});

test('two servers enter everything between them, and what one fails at stays due', async () => {
  await bringIn(numbers.map(writeRow));
  const [one, other] = await Promise.all([enterDue(database, portals), enterDue(database, portals)]);
  expect(await findDueTenant(database, '')).toBeUndefined();
  expect([one > 0, other > 0, await find(`lantern${many}`)]).toEqual([true, true, [`n${many}`]]);
  await bringIn(numbers.map(writeRow));
  const failing = {
    portal: () => ({
      ...portals.portal('centre'),
      get modules(): never {
        throw new Error('broken');
      },
    }),
  } as object as Portals;
  await expect(enterDue(database, failing)).rejects.toThrow('broken');
  expect(await enterDue(database, { portal: () => undefined })).toBe(0);
  expect(await findDueTenant(database, '')).toBe('centre');
  expect(await inTransaction(database, async () => enterDue(database, portals))).toBe(600);
});

test('ids that come again in later batches are told with the row that had them before', async () => {
  const told: [number, number][] = [];
  const rows = [...numbers, 3, many, 2_599].map(writeRow);
  const result = await bringIn(rows, { batch: 500, onRepeated: (row, earlier) => told.push([row, earlier]) });
  expect(told).toEqual([
    [many + 1, 3],
    [many + 2, many],
    [many + 3, 2_599],
  ]);
  expect(result).toMatchObject({ total: many + 3, imported: many, updated: 3 });
});
