import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTextArray } from '../../src/database/textArrays';
import { type TestDatabase, testDatabase } from './harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

async function giveBack(texts: (string | undefined)[]): Promise<unknown> {
  const { rows } = await sql<{ given: unknown }>`select ${writeTextArray(texts)}::text[] as given`.execute(db.kysely);
  return rows[0]?.given;
}

it('the server reads texts as they were, whatever stands in them, and nulls between them', async () => {
  const texts = ['', 'a,b', '"{}"', 'c\\d\n\t', 'NULL', '昆曲𠮷é', 'x'.repeat(300_000)];
  expect(await giveBack(texts)).toEqual(texts);
  expect(await giveBack([undefined, 'a', undefined])).toEqual([null, 'a', null]);
  expect(await giveBack(['a\ud800b'])).toEqual(['a\ufffdb']);
});

it('where there is none the list is null, and gives as many nulls as the lists beside it have entries', async () => {
  expect([writeTextArray([]), writeTextArray([undefined, undefined])]).toEqual([null, null]);
  const { rows } = await sql`
    select * from unnest(${writeTextArray(['a', 'b'])}::text[], ${writeTextArray([undefined, undefined])}::text[]) as given (one, other)`.execute(
    db.kysely,
  );
  expect(rows).toEqual([
    { one: 'a', other: null },
    { one: 'b', other: null },
  ]);
});
