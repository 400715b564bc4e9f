import { sql } from 'kysely';
import { parsePointer } from '../../model/pointer';
import type { Queryable } from '../connection';
import { type NumberSlot, toColumn } from './filters';

/** Items that votes are counted for. */
interface VotedModule {
  tenant: string;
  module: string;
}

/** A vote of a member, and how often it may be given in its period. */
export interface Vote extends VotedModule {
  member: string;
  item: string;
  /** What the item is about, such as the id of a competition; empty for nothing. */
  subject: string;
  /** A day, or empty for all time. */
  period: string;
  most: number;
  /** At most so many for all items about the subject; absent: any number. */
  together?: number;
  at: Date;
}

/** Where items have their votes: the field, and the column that lists are ordered by if it has one. */
export interface VoteField {
  pointer: string;
  slot?: NumberSlot;
}

/** What became of a vote: it is the member's, or the member has none left, for this item or for all together. */
export type VoteOutcome = 'taken' | 'repeated' | 'spent';

/**
 * Notes a vote within the transaction `tx`. Two of the same member at the same time wait for each other, by the unique key of the table: no
 * more are taken than there may be. Unless it was taken, the transaction is to be given up.
 */
export async function noteVote(tx: Queryable, vote: Vote): Promise<VoteOutcome> {
  // The row of all together always comes first, so that nobody waits for who waits for them.
  if (vote.together !== undefined && !(await addVote(tx, { ...vote, item: '' }, vote.together))) return 'spent';
  return (await addVote(tx, vote, vote.most)) ? 'taken' : 'repeated';
}

async function addVote(tx: Queryable, { tenant, member, module, subject, item, period, at }: Vote, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into vote (tenant, member_id, module, subject, item_id, period, votes, cast_at)
    values (${tenant}, ${member}, ${module}, ${subject}, ${item}, ${period}, 1, ${at})
    on conflict (tenant, member_id, module, subject, item_id, period) do update set
      votes = vote.votes + 1, cast_at = excluded.cast_at
    where vote.votes < ${most}
    returning votes`.execute(tx.kysely);
  return rows.length > 0;
}

/**
 * Counts a vote that was noted, in the same transaction: in the item itself, and in the tally of what was given here.
 * @returns how many votes the item has now
 */
export async function raiseVotes(tx: Queryable, { tenant, module }: VotedModule, item: string, field: VoteField): Promise<number> {
  await sql`
    insert into vote_tally (tenant, module, item_id, votes)
    values (${tenant}, ${module}, ${item}, 1)
    on conflict (tenant, module, item_id) do update set votes = vote_tally.votes + 1`.execute(tx.kysely);
  const path = parsePointer(field.pointer);
  const { rows } = await sql<{ votes: number }>`
    update item
    set ${raiseBy(sql`1`, field)}, updated = now()
    where tenant = ${tenant} and module = ${module} and id = ${item}
    returning (doc #>> ${path}::text[])::integer as votes`.execute(tx.kysely);
  return rows[0]?.votes ?? 0;
}

/** Adds the votes that items were given here to those that they were stored with, as after an import. */
export async function addTallies(
  db: Queryable,
  { tenant, module }: VotedModule,
  items: readonly string[],
  field: VoteField,
): Promise<void> {
  await sql`
    update item
    set ${raiseBy(sql`vote_tally.votes`, field)}
    from vote_tally
    where item.tenant = ${tenant} and item.module = ${module} and item.id = any(${[...items]}::text[])
      and vote_tally.tenant = item.tenant and vote_tally.module = item.module and vote_tally.item_id = item.id`.execute(db.kysely);
}

function raiseBy(count: ReturnType<typeof sql>, { pointer, slot }: VoteField): ReturnType<typeof sql> {
  const path = parsePointer(pointer);
  const raised = sql`coalesce((doc #>> ${path}::text[])::bigint, 0) + ${count}`;
  const doc = sql`doc = jsonb_set(doc, ${path}::text[], to_jsonb(${raised}))`;
  return slot === undefined ? doc : sql`${doc}, ${toColumn(slot)} = ${raised}`;
}

/** A member's votes for one item in one period. */
interface OwnVotes {
  module: string;
  item: string;
  period: string;
  votes: number;
  at: Date;
}

/** Returns what a member voted for, the oldest first. */
export async function listVotes(db: Queryable, tenant: string, member: string): Promise<OwnVotes[]> {
  const { rows } = await sql<OwnVotes>`
    select module, item_id as item, period, votes, cast_at as at
    from vote
    where tenant = ${tenant} and member_id = ${member} and item_id <> ''
    order by cast_at, module, item_id`.execute(db.kysely);
  return rows;
}

/** Forgets what a member voted for; the counts, which say nothing of who voted, stay. */
export async function removeVotes(tx: Queryable, tenant: string, member: string): Promise<void> {
  await sql`delete from vote where tenant = ${tenant} and member_id = ${member}`.execute(tx.kysely);
}
