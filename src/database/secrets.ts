import { sql } from 'kysely';
import type { Queryable } from './connection';

/** A key that all processes of one database share: the first to ask brings it. */
export async function sharedSecret(db: Queryable, name: string, fresh: string): Promise<string> {
  await sql`insert into secret (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`.execute(db.kysely);
  const { rows } = await sql<{ value: string }>`select value from secret where name = ${name}`.execute(db.kysely);
  return rows[0]?.value ?? fresh;
}
