import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { selectPage, type Page, type Window } from '../page';

/**
 * A message to a member in finished words. `link` is a path of the site, or empty; `at` is milliseconds since 1970; `deed` is what it tells
 * of, which is told once; without one it is stored however often.
 */
export interface NewMessage {
  tenant: string;
  member: string;
  kind: string;
  title: string;
  text: string;
  link: string;
  at: number;
  deed?: string;
}

/** A message as stored; `read` is when it was opened. */
export interface StoredMessage {
  id: string;
  kind: string;
  title: string;
  text: string;
  link: string;
  created: Date;
  read: Date | null;
}

/**
 * Puts a message into a member's inbox, within the transaction of what it tells of.
 * @returns false when the deed was told before
 */
export async function addMessage(tx: Queryable, message: NewMessage): Promise<boolean> {
  const { tenant, member, kind, title, text, link, at, deed = '' } = message;
  const { rows } = await sql`
    insert into inbox_message (tenant, member_id, id, kind, title, body, link, created, deed)
    values (${tenant}, ${member}, ${randomUUID()}, ${kind}, ${title}, ${text}, ${link}, ${new Date(at)}, ${deed})
    on conflict (tenant, member_id, deed) where deed <> '' do nothing
    returning id`.execute(tx.kysely);
  return rows.length > 0;
}

/** Returns a page of a member's messages, the newest first, and how many there are. */
export function listMessages(db: Queryable, tenant: string, member: string, window: Window): Promise<Page<StoredMessage>> {
  const select = sql`id, kind, title, body as text, link, created, read`;
  const from = sql`inbox_message where tenant = ${tenant} and member_id = ${member}`;
  return selectPage(db, { select, from, orderBy: sql`created desc, id desc` }, window);
}

/** Returns how many messages a member has not read. */
export async function countUnread(db: Queryable, tenant: string, member: string): Promise<number> {
  const { rows } = await sql<{
    unread: number;
  }>`
    select count(*) as unread
    from inbox_message
    where tenant = ${tenant} and member_id = ${member} and read is null`.execute(db.kysely);
  return rows[0]?.unread ?? 0;
}

/** Notes that a member has read a message; the first time counts. @returns false when the member has none of this id */
export async function markRead(db: Queryable, tenant: string, member: string, id: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update inbox_message
    set read = coalesce(read, ${new Date(now)})
    where tenant = ${tenant} and member_id = ${member} and id = ${id}
    returning id`.execute(db.kysely);
  return rows.length > 0;
}

/** Notes that a member has read all messages. */
export async function markAllRead(db: Queryable, tenant: string, member: string, now: number): Promise<void> {
  await sql`
    update inbox_message
    set read = ${new Date(now)}
    where tenant = ${tenant} and member_id = ${member} and read is null`.execute(db.kysely);
}

/** Empties a member's inbox. */
export async function removeMessages(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from inbox_message where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
