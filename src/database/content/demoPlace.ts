import { sql } from 'kysely';
import type { Queryable } from '../connection';

/**
 * Returns whether demo content may come into a database by itself: one without any items, or one that has had demo content already, so
 * that what was begun is finished. An institution's own database never gets any.
 */
export async function isPlaceForDemo(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select not exists (select 1 from item) or exists (select 1 from seed where name = 'demo') as free`.execute(db.kysely);
  return rows[0]?.free === true;
}
