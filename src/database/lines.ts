import { sql } from 'kysely';
import type { Queryable } from './connection';
import { Gathering } from './gathering';
import { asWriter } from './transaction';

/** A line: before what, and for what of it. */
export interface LineKey {
  tenant: string;
  module: string;
  item: string;
  line: string;
}

/** A member's place in a line. */
export interface LineTicket {
  /** When it is the member's turn, in milliseconds since 1970. */
  turn: number;
  /** What of the item it is for, such as a session; '' for all of it. */
  part: string;
  /** How often it was used since its turn came. */
  uses: number;
}

/** Turns of so many milliseconds that nobody took are still to be had: that many may come at once before there is a line. */
const saved = 1000;

/** Turns in a second, and now in milliseconds since 1970. */
interface Pace {
  perSecond: number;
  now: number;
}

/** Takes turns; see {@link takeTurn}. */
export type TakeTurn = (db: Queryable, key: LineKey, pace: Pace) => Promise<number>;

/** What gathers those who want a turn at the same time, by databases and lines. */
const gatherings = new WeakMap<Queryable['kysely'], Map<string, Gathering>>();

/**
 * Takes the next turn of a line: one statement on one row, so that however many servers ask, no two are given the same. Turns follow each other
 * at the line's pace. Who asks while a statement is under way is served by the next one, together with all others: they do not wait for the row
 * one after the other, each with a connection.
 * @returns when the turn is, in milliseconds since 1970: not later than now where nobody has to wait
 */
export const takeTurn: TakeTurn = async (db, key, { perSecond, now }) => {
  const lines = gatherings.get(db.kysely) ?? new Map<string, Gathering>();
  gatherings.set(db.kysely, lines);
  const name = JSON.stringify([key.tenant, key.module, key.item, key.line]);
  const gathering = lines.get(name) ?? new Gathering();
  lines.set(name, gathering);
  try {
    const { first, index } = await gathering.join(now, (count, latest) => takeTurns(db, key, { perSecond, now: latest }, count));
    return first + (index * 1000) / perSecond;
  } finally {
    if (gathering.isIdle) lines.delete(name);
  }
};

/** Takes so many turns that follow each other. @returns the first of them */
const takeTurns = (db: Queryable, { tenant, module, item, line }: LineKey, { perSecond, now }: Pace, count: number): Promise<number> =>
  asWriter(db, async () => {
    const all = (count * 1000) / perSecond;
    const { rows } = await sql<{ next: Date }>`
      insert into line_gate as gate (tenant, module, item_id, line, next)
      values (${tenant}, ${module}, ${item}, ${line}, ${new Date(now - saved)}::timestamptz + ${all} * interval '1 millisecond')
      on conflict (tenant, module, item_id, line) do update set
        next = greatest(gate.next, ${new Date(now - saved)}::timestamptz) + ${all} * interval '1 millisecond'
      returning next`.execute(db.kysely);
    return (rows[0]?.next.getTime() ?? now) - all;
  });

/** Returns a member's place in a line, if there is one that counts still. @param since turns before it are over */
export async function findTicket(db: Queryable, key: LineKey, member: string, since: number): Promise<LineTicket | undefined> {
  const { tenant, module, item, line } = key;
  const { rows } = await sql<{ turn: Date; part: string; uses: number }>`
    select turn, part, uses
    from line_ticket
    where tenant = ${tenant} and module = ${module} and item_id = ${item} and line = ${line} and member_id = ${member}
      and turn >= ${new Date(since)}`.execute(db.kysely);
  const [found] = rows;
  return found && { ...found, turn: found.turn.getTime() };
}

/**
 * Gives a member a place in a line; who has one already, by another device, keeps the better one.
 * @param since turns before it are over
 * @returns the place that counts
 */
export async function joinLine(
  db: Queryable,
  { tenant, module, item, line }: LineKey,
  member: string,
  { turn, part, since }: { turn: number; part: string; since: number },
): Promise<LineTicket> {
  const { rows } = await sql<{ turn: Date; part: string; uses: number }>`
    insert into line_ticket as ticket (tenant, module, item_id, line, member_id, part, turn)
    values (${tenant}, ${module}, ${item}, ${line}, ${member}, ${part}, ${new Date(turn)})
    on conflict (tenant, module, item_id, line, member_id) do update set
      turn = case when ticket.turn < ${new Date(since)} then excluded.turn else least(ticket.turn, excluded.turn) end,
      uses = case when ticket.turn < ${new Date(since)} then 0 else ticket.uses end, part = excluded.part
    returning turn, part, uses`.execute(db.kysely);
  const [stored] = rows;
  return stored ? { ...stored, turn: stored.turn.getTime() } : { turn, part, uses: 0 };
}

/**
 * Uses a ticket whose turn has come, within the transaction `tx`, and holds on to it until that ends.
 * @returns false when it is gone, or was used as often as it may be
 */
export async function spendTicket(
  tx: Queryable,
  key: LineKey,
  member: string,
  { now, most }: { now: number; most: number },
): Promise<boolean> {
  const { tenant, module, item, line } = key;
  const { rows } = await sql`
    update line_ticket
    set uses = uses + 1
    where tenant = ${tenant} and module = ${module} and item_id = ${item} and line = ${line} and member_id = ${member}
      and turn <= ${new Date(now)} and uses < ${most}
    returning uses`.execute(tx.kysely);
  return rows.length > 0;
}

/** Takes a ticket away whose holder was served. */
export async function removeTicket(tx: Queryable, { tenant, module, item, line }: LineKey, member: string): Promise<void> {
  await sql`
    delete from line_ticket
    where tenant = ${tenant} and module = ${module} and item_id = ${item} and line = ${line} and member_id = ${member}`.execute(tx.kysely);
}

/** Removes all of a member's places in lines. */
export async function removeTicketsOf(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from line_ticket where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}

/** Returns a member's places in lines. */
export async function findTicketsOf(
  db: Queryable,
  tenant: string,
  member: string,
): Promise<{ module: string; item: string; turn: Date }[]> {
  const { rows } = await sql<{ module: string; item: string; turn: Date }>`
    select module, item_id as item, turn
    from line_ticket
    where tenant = ${tenant} and member_id = ${member}
    order by turn`.execute(db.kysely);
  return rows;
}

/** Removes lines and places in them that have been over since a moment. */
export async function removeOldLines(db: Queryable, before: number): Promise<void> {
  await sql`delete from line_ticket where turn < ${new Date(before)}`.execute(db.kysely);
  await sql`delete from line_gate where next < ${new Date(before)}`.execute(db.kysely);
}
