import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { CountCache } from './countCache';
import { type ItemSelection, buildWhere } from './filters';

const totals = new CountCache<number>();
const sizes = new CountCache<boolean>();

/** Returns how many items a selection has: exact when counted, then kept for a while. */
export const countItems = (db: Queryable, selection: ItemSelection): Promise<number> =>
  totals.get(db, selection, '', () => countWhere(db, buildWhere(selection)));

/** Returns whether a selection has no more than so many items: more are not counted, so that it takes no longer the more there are. */
export const hasAtMost = (db: Queryable, selection: ItemSelection, most: number): Promise<boolean> =>
  sizes.get(db, selection, `${most} `, async () => {
    const { rows } = await sql<{ seen: number }>`
      select count(*) as seen from (select from item where ${buildWhere(selection)} limit ${most + 1}) few`.execute(db.kysely);
    return (rows[0]?.seen ?? 0) <= most;
  });

/** Returns how many items a selection has where that was counted within a minute. */
export const peekCount = (db: Queryable, selection: ItemSelection): number | undefined => totals.peek(db, selection, '');

/** Returns what is read of a selection together with its total, which is kept. */
export const noteCount = <R extends { total: number }>(db: Queryable, selection: ItemSelection, read: () => Promise<R>): Promise<R> =>
  totals.note(db, selection, '', read, ({ total }) => total);

/** Counts the items that meet a condition, past the cache. */
export async function countWhere(db: Queryable, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from item where ${where}`.execute(db.kysely);
  return rows[0]?.total ?? 0;
}
