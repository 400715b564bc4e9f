import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { ItemKey } from '../content/itemMoves';

/** A decision of the staff on an item, or on what a service keeps. */
export interface Decision extends ItemKey {
  /** What it is called by who takes it back; that of the item is `id`. */
  decision: string;
  /** The name of the move, and what was given with it. */
  move: string;
  given: Record<string, unknown>;
  staff: string;
  name: string;
  made: Date;
  /** When it takes effect. */
  due: Date;
}

const fields = sql.raw('tenant, module, item_id as id, id as decision, move, given, staff, name, made, due');

/** Keeps a decision until it is due. @returns false where there is one on this item already */
export type HoldDecision = (tx: Queryable, decision: Decision) => Promise<boolean>;

/** Keeps a decision, within the transaction that locks its item: of two on one item the first stands. */
export const holdDecision: HoldDecision = async (tx, { tenant, module, id, decision, move, given, staff, name, made, due }) => {
  const { rows } = await sql`
    insert into decision (tenant, module, item_id, id, move, given, staff, name, made, due)
    values (${tenant}, ${module}, ${id}, ${decision}, ${move}, ${JSON.stringify(given)}::jsonb, ${staff}, ${name}, ${made}, ${due})
    on conflict (tenant, module, item_id) do nothing
    returning id`.execute(tx.kysely);
  return rows.length > 0;
};

/** Returns the decisions on what is of a module that have not taken effect, by the ids of that; with ids those on these alone. */
export async function findDecisions(
  db: Queryable,
  { tenant, module }: Omit<ItemKey, 'id'>,
  ids?: readonly string[],
): Promise<Map<string, Decision>> {
  const among = ids === undefined ? sql`` : sql` and item_id = any(${[...ids]}::text[])`;
  const { rows } = await sql<Decision>`
    select ${fields} from decision
    where tenant = ${tenant} and module = ${module}${among}`.execute(db.kysely);
  return new Map(rows.map((found) => [found.id, found]));
}

/** Returns those decisions of somebody that have not taken effect and are called by one of the names. */
export async function findDecisionsOf(db: Queryable, tenant: string, staff: string, names: readonly string[]): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select ${fields} from decision
    where tenant = ${tenant} and staff = ${staff} and id = any(${[...names]}::text[])
    order by module, item_id`.execute(db.kysely);
  return rows;
}

/** Returns decisions that are due, the first first. */
export async function listDueDecisions(db: Queryable, now: number, limit = 100): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select ${fields} from decision where due <= ${new Date(now)} order by due, id limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns the decisions of somebody that can still be taken back at a moment, the last first. */
export async function listUndoableDecisions(db: Queryable, tenant: string, staff: string, now: number): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select ${fields} from decision
    where tenant = ${tenant} and staff = ${staff} and attempts = 0 and due > ${new Date(now)}
    order by made desc, id`.execute(db.kysely);
  return rows;
}

/** Takes a decision out, within the transaction that locks its item. @returns false when it has taken effect or was taken back by now */
export type TakeDecision = (tx: Queryable, decision: Pick<Decision, 'tenant' | 'decision'>) => Promise<boolean>;

/** Takes a decision out: of two who do so at the same moment one has it. */
export const takeDecision: TakeDecision = async (tx, { tenant, decision }) => {
  const { rows } = await sql`delete from decision where tenant = ${tenant} and id = ${decision} returning id`.execute(tx.kysely);
  return rows.length > 0;
};

/** Has a decision that could not be carried out tried again, later each time. */
export async function postponeDecision(
  db: Queryable,
  { tenant, decision }: Pick<Decision, 'tenant' | 'decision'>,
  now: number,
): Promise<void> {
  await sql`
    update decision
    set attempts = attempts + 1, due = ${new Date(now)}::timestamptz + least(attempts + 1, 60) * interval '10 seconds'
    where tenant = ${tenant} and id = ${decision}`.execute(db.kysely);
}
