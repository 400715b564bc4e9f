import { sql } from 'kysely';
import type { Queryable } from './connection';

/** What begins a transaction, or a part of one that can fail alone. It says nothing by itself, so it is sent with the statement that comes next. */
export const beginnings: ReadonlySet<string> = new Set(['begin', 'savepoint work']);

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws (the error is passed on).
 * Every query inside must use the object `work` is given.
 * @param ahead it comes before others that wait to write: what is done for many at once
 * @throws TooManyWriters when too many others are writing.
 */
export async function inTransaction<T>(db: Queryable, work: (tx: Queryable) => Promise<T>, ahead = false): Promise<T> {
  const afterCommit: (() => void)[] = [];
  const transact = () => db.kysely.transaction().execute((kysely) => work({ kysely, pool: db.pool, afterCommit }));
  const result = await asWriter(db, transact, ahead);
  for (const action of afterCommit) action();
  return result;
}

/**
 * Does a statement that waits for others who change the same row, counted among those who write: who waits for a row holds a connection,
 * and some are left to those who read. Within a transaction it has its place already.
 * @param ahead it comes before others that wait to write: what is done for many at once
 * @throws TooManyWriters when too many others are writing.
 */
export const asWriter = <T>(db: Queryable, work: () => Promise<T>, ahead = false): Promise<T> =>
  db.writers ? db.writers.run(work, ahead) : work();

/**
 * Runs `work` within the transaction `tx` so that it can fail alone: when it throws, what it wrote is undone, what was written
 * before it stays, and the transaction can go on. The error is passed on.
 */
export async function withSavepoint<T>(tx: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  await sql`savepoint work`.execute(tx.kysely);
  try {
    return await work(tx);
  } catch (error) {
    await sql`rollback to savepoint work`.execute(tx.kysely);
    throw error;
  }
}

/**
 * Does `work` once in the life of the database, whichever process comes first: the note that it was done is part of the
 * same transaction, so others wait, and when it throws the next one does it.
 * @param work must do all its queries with the object it is given.
 * @returns whether this call did it.
 * @throws what `work` throws.
 */
export async function runOnce(db: Queryable, tenant: string, name: string, work: (tx: Queryable) => Promise<void>): Promise<boolean> {
  if (await isDone(db, tenant, name)) return false;
  return inTransaction(db, async (tx) => {
    // Waiting for another process's work may take longer than a statement is usually given.
    await sql`set local statement_timeout = 0`.execute(tx.kysely);
    const { rows } = await sql`
      insert into seed (tenant, name)
      values (${tenant}, ${name})
      on conflict do nothing
      returning name`.execute(tx.kysely);
    if (rows.length === 0) return false;
    await work(tx);
    return true;
  });
}

async function isDone(db: Queryable, tenant: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from seed where tenant = ${tenant} and name = ${name}`.execute(db.kysely);
  return rows.length > 0;
}
