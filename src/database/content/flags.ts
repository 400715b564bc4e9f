import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { selectPage, type Page, type Window } from '../page';
import { inTransaction } from '../transaction';
import { type CounterKey, type Counters, addToCounter, readCounter } from './counters';

/** Liking and collecting. */
export type FlagKind = 'star' | 'collect';

/** What a member likes or collects, with what is shown of it later. */
type FlaggedItem = CounterKey & { member: string; title: string; image: string; url: string; type: string };

/** A flag after a call, and the counters of its item. */
type FlagState = { active: boolean; counters: Counters };

/**
 * Turns a flag over and moves the counter with it, in one transaction.
 * @param arrived when the call arrived, in milliseconds with fractions. A flag that was turned since then was not what the
 * visitor saw: calls at the same time mean the same turn, so it stays as it is.
 */
export async function toggleFlag(db: Queryable, kind: FlagKind, item: FlaggedItem, arrived: number): Promise<FlagState> {
  const { tenant, member, column, id, title, image, url, type } = item;
  return inTransaction(db, async (tx) => {
    const turned = await sql<{ active: boolean }>`
      insert into member_flag (
        tenant, member_id, column_id, data_id, kind, active, changed, title, image, url, type
      )
      values (
        ${tenant}, ${member}, ${column}, ${id}, ${kind}, true, ${formatPreciseTime()}::timestamptz, ${title},
        ${image}, ${url}, ${type}
      )
      on conflict (tenant, member_id, column_id, data_id, kind) do update set
        active = not member_flag.active, changed = excluded.changed, title = excluded.title,
        image = excluded.image, url = excluded.url, type = excluded.type
      where member_flag.changed < ${formatPreciseTime(arrived)}::timestamptz
      returning active`.execute(tx.kysely);
    const active = turned.rows[0]?.active;
    if (active === undefined)
      return {
        active: (await readFlags(tx, tenant, member, column, [id])).get(id)?.[kind] ?? false,
        counters: await readCounter(tx, item),
      };
    return { active, counters: await addToCounter(tx, item, { [kind]: active ? 1 : -1 }) };
  });
}

/** Returns the time now, in milliseconds since 1970 with fractions: two calls one after the other never share a moment. */
export function readPreciseTime(): number {
  return performance.timeOrigin + performance.now();
}

/** ISO 8601 with microseconds, as PostgreSQL keeps times. */
function formatPreciseTime(time = readPreciseTime()): string {
  const whole = Math.floor(time);
  return new Date(whole).toISOString().replace('Z', `${String(Math.floor((time - whole) * 1000)).padStart(3, '0')}Z`);
}

/** Returns a member's own flags on items of a column, by id; items without any are left out. */
export async function readFlags(
  db: Queryable,
  tenant: string,
  member: string,
  column: string,
  ids: string[],
): Promise<Map<string, Partial<Record<FlagKind, boolean>>>> {
  const { rows } = await sql<{ id: string; kind: FlagKind }>`
    select data_id as id, kind
    from member_flag
    where tenant = ${tenant} and member_id = ${member} and column_id = ${column}
      and data_id = any(${ids}::text[]) and active`.execute(db.kysely);
  const flags = new Map<string, Partial<Record<FlagKind, boolean>>>();
  for (const { id, kind } of rows) flags.set(id, { ...flags.get(id), [kind]: true });
  return flags;
}

/** An item that a member has a flag on, as it was when the flag was turned. */
type KeptFlag = { column: string; id: string; title: string; image: string; url: string; type: string; changed: Date };

/** Returns a page of what a member likes or collects, the newest first, and how many there are. */
export function listFlagged(db: Queryable, tenant: string, member: string, kind: FlagKind, window: Window): Promise<Page<KeptFlag>> {
  const select = sql`column_id as "column", data_id as id, title, image, url, type, changed`;
  const from = sql`member_flag where tenant = ${tenant} and member_id = ${member} and kind = ${kind} and active`;
  return selectPage(db, { select, from, orderBy: sql`changed desc, column_id, data_id` }, window);
}

/** Forgets what a member likes and collects; the counters, which say nothing of who counted, stay. */
export async function removeFlags(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from member_flag where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
