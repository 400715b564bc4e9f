import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** Returns the ids of the processes of the database server that answer queries or serve those that do, on the machine that it runs on. */
export async function listBackends(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db.kysely);
  return rows.map(({ pid }) => pid);
}
