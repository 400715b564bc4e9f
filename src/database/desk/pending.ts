import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { ItemKey } from '../content/itemMoves';

/** Changes of an item that visitors do not see yet. */
export interface ItemDraft {
  doc: Record<string, unknown>;
  /** What the item was when they were made. */
  base: Record<string, unknown>;
  at: Date;
  staff: string;
  name: string;
}

/** When an item is to be published and withdrawn by itself, and who said so. */
export interface ItemPlan {
  publish: Date | null;
  withdraw: Date | null;
  staff: string;
  name: string;
}

/** What is still to become of an item. */
export interface Pending {
  draft?: ItemDraft;
  plan?: ItemPlan;
}

type Scope = Omit<ItemKey, 'id'>;

/** Returns what is to become of items, by their ids; those of which nothing is are left out. */
export async function listPending(db: Queryable, { tenant, module }: Scope, ids: readonly string[]): Promise<Map<string, Pending>> {
  if (ids.length === 0) return new Map();
  const [drafts, plans] = await Promise.all([
    sql<ItemDraft & { id: string }>`
      select item_id as id, doc, base, at, staff, name
      from item_draft
      where tenant = ${tenant} and module = ${module} and item_id = any(${[...ids]}::text[])`.execute(db.kysely),
    sql<ItemPlan & { id: string }>`
      select item_id as id, publish, withdraw, staff, name
      from item_schedule
      where tenant = ${tenant} and module = ${module} and item_id = any(${[...ids]}::text[])`.execute(db.kysely),
  ]);
  const found = new Map<string, Pending>();
  for (const { id, ...draft } of drafts.rows) found.set(id, { draft });
  for (const { id, ...plan } of plans.rows) found.set(id, { ...found.get(id), plan });
  return found;
}

/** Returns what is to become of one item. */
export const readPending = async (db: Queryable, { id, ...scope }: ItemKey): Promise<Pending> =>
  (await listPending(db, scope, [id])).get(id) ?? {};

/** Keeps changes of an item in the place of earlier ones, within a transaction that has locked it. */
export async function putDraft(tx: Queryable, { tenant, module, id }: ItemKey, { doc, base, at, staff, name }: ItemDraft): Promise<void> {
  await sql`
    insert into item_draft (tenant, module, item_id, doc, base, at, staff, name)
    values (${tenant}, ${module}, ${id}, ${JSON.stringify(doc)}::jsonb, ${JSON.stringify(base)}::jsonb, ${at}, ${staff}, ${name})
    on conflict (tenant, module, item_id) do update set
      doc = excluded.doc, base = excluded.base, at = excluded.at, staff = excluded.staff, name = excluded.name`.execute(tx.kysely);
}

/** Throws the changes of an item away. @returns whether there were any */
export async function removeDraft(tx: Queryable, { tenant, module, id }: ItemKey): Promise<boolean> {
  const { rows } = await sql`
    delete from item_draft where tenant = ${tenant} and module = ${module} and item_id = ${id} returning item_id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Keeps when an item is to be published and withdrawn, within a transaction that has locked it; nothing of it where neither is said. */
export async function putPlan(tx: Queryable, { tenant, module, id }: ItemKey, { publish, withdraw, staff, name }: ItemPlan): Promise<void> {
  if (publish === null && withdraw === null) {
    await sql`delete from item_schedule where tenant = ${tenant} and module = ${module} and item_id = ${id}`.execute(tx.kysely);
    return;
  }
  await sql`
    insert into item_schedule (tenant, module, item_id, publish, withdraw, staff, name)
    values (${tenant}, ${module}, ${id}, ${publish}, ${withdraw}, ${staff}, ${name})
    on conflict (tenant, module, item_id) do update set
      publish = excluded.publish, withdraw = excluded.withdraw, staff = excluded.staff, name = excluded.name`.execute(tx.kysely);
}

/** Items of one round: more are for the next one, a moment later. */
const mostDue = 1000;

/** Returns the items of all institutions whose time has come, the longest due first: an index knows them. */
export async function listDue(db: Queryable, now: Date): Promise<ItemKey[]> {
  const { rows } = await sql<ItemKey>`
    select tenant, module, item_id as id
    from item_schedule
    where least(publish, withdraw) <= ${now}
    order by least(publish, withdraw)
    limit ${mostDue}`.execute(db.kysely);
  return rows;
}

/** Keeps an item whose time has come for a transaction. */
export type LockDue = (tx: Queryable, key: ItemKey, now: Date) => Promise<boolean>;

/**
 * Locks an item whose time has come. It never waits: what another server is at, or somebody who writes the item, is passed over.
 * @returns whether it is locked, and its time still has come
 */
export const lockDue: LockDue = async (tx, { tenant, module, id }, now) => {
  const { rows } = await sql`
    select plan.item_id
    from item_schedule as plan
    join item on item.tenant = plan.tenant and item.module = plan.module and item.id = plan.item_id
    where plan.tenant = ${tenant} and plan.module = ${module} and plan.item_id = ${id}
      and least(plan.publish, plan.withdraw) <= ${now}
    for update skip locked`.execute(tx.kysely);
  return rows.length > 0;
};
