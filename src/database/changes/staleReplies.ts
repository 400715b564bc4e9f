import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { NotedChange } from './changeLog';

/** What has changed: an item, all of a module, all of an institution, or all there is; empty texts stand for all. Whoever enters it knows it by the same id. */
export type StaleSubject = Pick<NotedChange, 'id' | 'tenant' | 'module' | 'item'>;

/** A subject that this process is to hand on, how often the same was handed on before, and how often this time was tried, this try included. */
export interface ClaimedSubject extends StaleSubject {
  round: number;
  attempts: number;
}

/** Enters what is to be handed on; what another process has entered already is there once. */
export async function enterSubjects(db: Queryable, subjects: readonly StaleSubject[]): Promise<void> {
  await sql`
    insert into stale_reply (tenant, id, module, item_id)
    select tenant, id, module, item
    from json_to_recordset(${JSON.stringify(subjects)}::json) as subject (tenant text, id text, module text, item text)
    on conflict do nothing`.execute(db.kysely);
}

/** Claims subjects that are due, the oldest first, for this process alone until the lease ends: then another one takes them. */
export async function claimSubjects(db: Queryable, { limit, leaseMs }: { limit: number; leaseMs: number }): Promise<ClaimedSubject[]> {
  const { rows } = await sql<ClaimedSubject>`
    with found as materialized (
      select tenant, id
      from stale_reply
      where due <= now()
      order by due
      limit ${limit}
      for update skip locked
    )
    update stale_reply subject
    set due = now() + ${leaseMs} * interval '1 millisecond', attempts = attempts + 1
    from found
    where subject.tenant = found.tenant and subject.id = found.id
    returning subject.tenant, subject.id, module, item_id as item, round, attempts`.execute(db.kysely);
  return rows;
}

/** When a subject is to be handed on again: for another round, or for the same when it failed. */
interface Later extends Pick<StaleSubject, 'tenant' | 'id'> {
  inMs: number;
  failed: boolean;
}

/** Has subjects handed on again, after some milliseconds each. */
export async function putOffSubjects(db: Queryable, later: readonly Later[]): Promise<void> {
  if (later.length === 0) return;
  await sql`
    update stale_reply subject
    set due = now() + later."inMs" * interval '1 millisecond', round = subject.round + case when later.failed then 0 else 1 end,
      attempts = case when later.failed then subject.attempts else 0 end
    from json_to_recordset(${JSON.stringify(later)}::json) as later (tenant text, id text, "inMs" double precision, failed boolean)
    where subject.tenant = later.tenant and subject.id = later.id`.execute(db.kysely);
}

/** Forgets subjects that were handed on as often as they had to be, and those so old that nothing is kept any more that they tell of. */
export async function forgetSubjects(db: Queryable, told: readonly Pick<StaleSubject, 'tenant' | 'id'>[], keptMs: number): Promise<void> {
  await sql`
    delete from stale_reply
    where (tenant, id) in (select tenant, id from json_to_recordset(${JSON.stringify(told)}::json) as told (tenant text, id text))
      or noted < now() - ${keptMs} * interval '1 millisecond'`.execute(db.kysely);
}
