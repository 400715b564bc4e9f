import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** An item that members want to be reminded of. */
export interface RemindedItem {
  tenant: string;
  module: string;
  item: string;
}

/** A member's wish. */
export interface Reminder extends RemindedItem {
  member: string;
}

/** Notes that a member wants to be reminded; noting it twice changes nothing. */
export async function addReminder(db: Queryable, { tenant, member, module, item }: Reminder, now: number): Promise<void> {
  await sql`
    insert into item_reminder (tenant, member_id, module, item_id, created)
    values (${tenant}, ${member}, ${module}, ${item}, ${new Date(now)})
    on conflict do nothing`.execute(db.kysely);
}

/** Takes the wish back. */
export async function removeReminder(db: Queryable, { tenant, member, module, item }: Reminder): Promise<void> {
  await sql`
    delete from item_reminder
    where tenant = ${tenant} and member_id = ${member} and module = ${module} and item_id = ${item}`.execute(db.kysely);
}

/** Returns whether the wish is there; within a transaction nobody takes it back until that ends. */
export async function lockReminder(tx: Queryable, { tenant, member, module, item }: Reminder): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from item_reminder
    where tenant = ${tenant} and member_id = ${member} and module = ${module} and item_id = ${item}
    for update`.execute(tx.kysely);
  return rows.length > 0;
}

/** Returns the institutions of which somebody wants to be reminded of something, sorted. */
export async function listRemindedTenants(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ tenant: string }>`select distinct tenant from item_reminder order by tenant`.execute(db.kysely);
  return rows.map(({ tenant }) => tenant);
}

/** Returns the items of an institution that somebody wants to be reminded of, as they are now; without a document they are gone. */
export async function listRemindedItems(
  db: Queryable,
  tenant: string,
): Promise<{ module: string; id: string; status: number | null; doc: Record<string, unknown> | null }[]> {
  const { rows } = await sql<{ module: string; id: string; status: number | null; doc: Record<string, unknown> | null }>`
    select wanted.module, wanted.item_id as id, item.status, item.doc
    from (select distinct module, item_id from item_reminder where tenant = ${tenant}) wanted
    left join item on item.tenant = ${tenant} and item.module = wanted.module and item.id = wanted.item_id
    order by wanted.module, wanted.item_id`.execute(db.kysely);
  return rows;
}

/** Returns who wants to be reminded of an item and has not been told of a deed; see `nameDeed`. */
export async function listUntoldReminded(db: Queryable, { tenant, module, item }: RemindedItem, deed: string): Promise<string[]> {
  const { rows } = await sql<{ member: string }>`
    select r.member_id as member
    from item_reminder r
    where r.tenant = ${tenant} and r.module = ${module} and r.item_id = ${item}
      and not exists (select 1 from inbox_message i where i.tenant = r.tenant and i.member_id = r.member_id and i.deed = ${deed})
    order by member`.execute(db.kysely);
  return rows.map(({ member }) => member);
}

/** Forgets who wanted to be reminded of an item. */
export async function removeRemindersOf(db: Queryable, { tenant, module, item }: RemindedItem): Promise<void> {
  await sql`delete from item_reminder where tenant = ${tenant} and module = ${module} and item_id = ${item}`.execute(db.kysely);
}

/** Returns what a member wants to be reminded of, the oldest wish first. */
export async function listReminders(
  db: Queryable,
  tenant: string,
  member: string,
): Promise<{ module: string; item: string; created: Date }[]> {
  const { rows } = await sql<{ module: string; item: string; created: Date }>`
    select module, item_id as item, created
    from item_reminder
    where tenant = ${tenant} and member_id = ${member}
    order by created, module, item`.execute(db.kysely);
  return rows;
}

/** Forgets what a member wanted to be reminded of. */
export async function removeReminders(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from item_reminder where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
