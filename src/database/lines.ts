import { sql } from 'kysely';
import type { Queryable } from './connection';
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

/** Takes turns; see {@link takeTurns}. */
export type TakeTurns = (db: Queryable, key: LineKey, pace: Pace, count: number) => Promise<number>;

/**
 * Takes so many turns of a line that follow each other at its pace: one statement on one row, so that however many servers ask, none is given
 * twice.
 * @returns when the first of them is, in milliseconds since 1970: not later than now where nobody has to wait
 */
export const takeTurns: TakeTurns = (db, { tenant, module, item, line }, { perSecond, now }, count) =>
  asWriter(
    db,
    async () => {
      const all = (count * 1000) / perSecond;
      const { rows } = await sql<{ next: Date }>`
      insert into line_gate as gate (tenant, module, item_id, line, next)
      values (${tenant}, ${module}, ${item}, ${line}, ${new Date(now - saved)}::timestamptz + ${all} * interval '1 millisecond')
      on conflict (tenant, module, item_id, line) do update set
        next = greatest(gate.next, ${new Date(now - saved)}::timestamptz) + ${all} * interval '1 millisecond'
      returning next`.execute(db.kysely);
      return (rows[0]?.next.getTime() ?? now) - all;
    },
    true,
  );

/** A ticket as it is stored. */
type StoredTicket = { member: string; turn: Date; part: string; uses: number };

const readTickets = (rows: readonly StoredTicket[]): Map<string, LineTicket> =>
  new Map(rows.map(({ member, turn, part, uses }) => [member, { turn: turn.getTime(), part, uses }]));

/** Returns the places in a line that count still, by member. @param since turns before it are over */
export async function findTickets(
  db: Queryable,
  { tenant, module, item, line }: LineKey,
  members: readonly string[],
  since: number,
): Promise<Map<string, LineTicket>> {
  const { rows } = await sql<StoredTicket>`
    select member_id as member, turn, part, uses
    from line_ticket
    where tenant = ${tenant} and module = ${module} and item_id = ${item} and line = ${line}
      and member_id = any(${[...members]}::text[]) and turn >= ${new Date(since)}`.execute(db.kysely);
  return readTickets(rows);
}

/** A member who comes into a line. */
export interface LineEntry extends Pick<LineTicket, 'turn' | 'part'> {
  member: string;
}

/**
 * Gives members places in a line, within the transaction `tx`; who has one already, by another device, keeps the better one.
 * @param since turns before it are over
 * @returns the places that count, by member
 */
export async function joinLine(
  tx: Queryable,
  { tenant, module, item, line }: LineKey,
  entries: readonly LineEntry[],
  since: number,
): Promise<Map<string, LineTicket>> {
  // In one statement no row is written twice; in the same order everywhere, two servers do not wait for each other.
  const { rows } = await sql<StoredTicket>`
    insert into line_ticket as ticket (tenant, module, item_id, line, member_id, part, turn)
    select distinct on (entry.member) ${tenant}, ${module}, ${item}, ${line}, entry.member, entry.part, entry.turn
    from unnest(
      ${entries.map(({ member }) => member)}::text[], ${entries.map(({ part }) => part)}::text[],
      ${entries.map(({ turn }) => new Date(turn).toISOString())}::timestamptz[]
    ) as entry (member, part, turn)
    order by entry.member, entry.turn
    on conflict (tenant, module, item_id, line, member_id) do update set
      turn = case when ticket.turn < ${new Date(since)} then excluded.turn else least(ticket.turn, excluded.turn) end,
      uses = case when ticket.turn < ${new Date(since)} then 0 else ticket.uses end, part = excluded.part
    returning member_id as member, turn, part, uses`.execute(tx.kysely);
  return readTickets(rows);
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
