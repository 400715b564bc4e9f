import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { StoredItem } from './items';

/** Which item of which module. */
export interface ItemKey {
  tenant: string;
  module: string;
  id: string;
}

/** A move that an item has made. */
export interface ItemMove {
  at: Date;
  /** Whose part it was. */
  role: 'member' | 'staff';
  /** The names of the move, and of the states. */
  move: string;
  origin: string;
  target: string;
  /** What was given with it. */
  given: Record<string, unknown>;
}

/** Reads an item to change it, within a transaction: until its end whoever else asks for it so waits. */
export type LockItem = (tx: Queryable, key: ItemKey) => Promise<StoredItem | undefined>;

/** Returns an item in any status and keeps it from being changed by others until the transaction ends; undefined when there is none. */
export const lockItem: LockItem = async (tx, { tenant, module, id }) => {
  const { rows } = await sql<StoredItem>`
    select id, column_id as "column", status, state, pub, title, doc
    from item
    where tenant = ${tenant} and module = ${module} and id = ${id}
    for update`.execute(tx.kysely);
  return rows[0];
};

/** Returns those of several items that are there, and keeps them from being changed by others until the transaction ends. */
export async function lockItems(tx: Queryable, { tenant, module }: Omit<ItemKey, 'id'>, ids: readonly string[]): Promise<StoredItem[]> {
  // In the order in which they are written, so that two who write the same items wait for each other instead of deadlocking.
  const { rows } = await sql<StoredItem>`
    select id, column_id as "column", status, state, pub, title, doc
    from item
    where tenant = ${tenant} and module = ${module} and id = any(${[...ids]}::text[])
    order by id
    for update`.execute(tx.kysely);
  return rows;
}

/** Keeps a move of an item, within the transaction that makes it. @returns which one of the item's it is, from 1 on */
export async function addMove(tx: Queryable, { tenant, module, id }: ItemKey, made: ItemMove): Promise<number> {
  const { at, role, move, origin, target, given } = made;
  const { rows } = await sql<{ number: number }>`
    insert into item_move (tenant, module, item_id, number, at, role, move, origin, target, given)
    select
      ${tenant}, ${module}, ${id}, coalesce(max(number), 0) + 1, ${at}::timestamptz, ${role}, ${move}, ${origin}, ${target},
      ${JSON.stringify(given)}::jsonb
    from item_move
    where tenant = ${tenant} and module = ${module} and item_id = ${id}
    returning number`.execute(tx.kysely);
  return rows[0]?.number ?? 0;
}

/** Returns the moves of items, the oldest first, by the ids of the items; those without any are left out. */
export async function listMoves(
  db: Queryable,
  { tenant, module }: Omit<ItemKey, 'id'>,
  ids: readonly string[],
): Promise<Map<string, ItemMove[]>> {
  const { rows } = await sql<ItemMove & { id: string }>`
    select item_id as id, at, role, move, origin, target, given
    from item_move
    where tenant = ${tenant} and module = ${module} and item_id = any(${[...ids]}::text[])
    order by item_id, number`.execute(db.kysely);
  const found = new Map<string, ItemMove[]>();
  for (const { id, ...made } of rows) found.set(id, [...(found.get(id) ?? []), made]);
  return found;
}
