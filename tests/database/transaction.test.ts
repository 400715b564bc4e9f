import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queryable } from '../../src/database/connection';
import { inTransaction, withSavepoint } from '../../src/database/transaction';
import { type TestDatabase, testDatabase } from './harness';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ poolSize: 1 });
  await sql`create table note (text text primary key)`.execute(db.kysely);
}, 60_000);
afterAll(() => db.close());
beforeEach(() => sql`delete from note`.execute(db.kysely));

const write = (tx: Queryable, text: string) => sql`insert into note (text) values (${text})`.execute(tx.kysely);
const fail = (tx: Queryable) => sql`select 1 / ${0}::integer`.execute(tx.kysely);
const readNotes = async (): Promise<string[]> =>
  (await sql<{ text: string }>`select text from note order by text`.execute(db.kysely)).rows.map(({ text }) => text);
const readId = async (tx: Queryable): Promise<string | undefined> =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx.kysely)).rows[0]?.id;

/** Whatever happens, the one connection is as before: statements are transactions of their own. */
const expectOwnTransactions = async (): Promise<void> => expect(await readId(db)).not.toBe(await readId(db));

describe('a transaction', () => {
  it('is one from its first statement on', async () => {
    const ids = await inTransaction(db, async (tx) => [await readId(tx), await readId(tx)]);
    expect(ids[0]).toBe(ids[1]);
    await expectOwnTransactions();
  });

  it('in which nothing is done is none, whether it ends well or not', async () => {
    expect(await inTransaction(db, async () => 'done')).toBe('done');
    await expect(inTransaction(db, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expectOwnTransactions();
  });

  it.each<[string, (tx: Queryable) => Promise<unknown>]>([
    ['at its first statement', fail],
    ['after others', (tx) => write(tx, 'a').then(() => fail(tx))],
  ])('that fails %s leaves nothing behind', async (_row, work) => {
    await expect(inTransaction(db, work)).rejects.toThrow('division by zero');
    expect(await readNotes()).toEqual([]);
    await expectOwnTransactions();
  });
});

describe('a savepoint', () => {
  it.each<[string, (tx: Queryable) => Promise<unknown>]>([
    ['at its first statement', fail],
    ['after others', (tx) => write(tx, 'undone').then(() => fail(tx))],
    ['before any statement', () => Promise.reject(new Error('division by zero'))],
  ])('whose work fails %s undoes that alone', async (_row, work) => {
    await inTransaction(db, async (tx) => {
      await write(tx, 'a');
      await expect(withSavepoint(tx, work)).rejects.toThrow('division by zero');
      await write(tx, 'b');
    });
    expect(await readNotes()).toEqual(['a', 'b']);
  });

  it('that comes before all else has its transaction, too', async () => {
    await expect(inTransaction(db, (tx) => withSavepoint(tx, (inner) => write(inner, 'a')).then(() => fail(tx)))).rejects.toThrow();
    expect(await readNotes()).toEqual([]);
  });
});
