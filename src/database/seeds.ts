import { sql } from 'kysely';
import { type Queryable, inTransaction } from './connection';

/**
 * Does `work` once in the life of the database, whichever process comes first: the note that it was done is part of the
 * same transaction, so others wait, and when it throws the next one does it.
 * @param work must do all its queries with the object it is given.
 * @returns whether this call did it.
 * @throws what `work` throws.
 */
export async function once(db: Queryable, tenant: string, name: string, work: (tx: Queryable) => Promise<void>): Promise<boolean> {
  if (await isDone(db, tenant, name)) return false;
  return inTransaction(db, async (tx) => {
    // Waiting for another process's work may take longer than a statement is usually given.
    await sql`set local statement_timeout = 0`.execute(tx.kysely);
    const { rows } = await sql`
      insert into seed (tenant, name) values (${tenant}, ${name}) on conflict do nothing returning name`.execute(tx.kysely);
    if (rows.length === 0) return false;
    await work(tx);
    return true;
  });
}

async function isDone(db: Queryable, tenant: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from seed where tenant = ${tenant} and name = ${name}`.execute(db.kysely);
  return rows.length > 0;
}
