import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import type { EnrolmentScope } from '../enrolments/enrolments';

/** What somebody is enrolled for: an item, or a session of it. */
export type EnrolledFor = Omit<EnrolmentScope, 'tenant'>;

/** ID numbers of one table that are kept no longer. */
export type DueIdNumbers =
  /** Of contacts that were last changed or enrolled before a moment. */
  | { table: 'contact'; before: Date }
  /** Of bookings that ended, or were taken back or rejected, before a moment. */
  | { table: 'booking'; before: Date }
  /** Of enrolments that were taken back before a moment, or made before it for what is over. */
  | { table: 'enrolment'; before: Date; over: readonly EnrolledFor[] };

/** Rows that are erased by one statement. */
const usualBatch = 500;

const buildCondition = (due: DueIdNumbers): RawBuilder<unknown> => {
  if (due.table === 'contact')
    return sql`updated < ${due.before} and not exists (
      select from enrolment
      where enrolment.tenant = held.tenant and enrolment.member_id = held.member_id and enrolment.contact_id = held.id
        and enrolment.created >= ${due.before}
    )`;
  if (due.table === 'booking') return sql`(ends < ${due.before} or (status in (2, 5) and coalesce(cancelled, decided) < ${due.before}))`;
  return sql`created < ${due.before} and (cancelled < ${due.before} or exists (
      select from jsonb_to_recordset(${JSON.stringify(due.over)}::jsonb) as gone (module text, activity text, session text)
      where gone.module = held.module and gone.activity = held.activity_id and gone.session = held.session_id
    ))`;
};

/** Counts the ID numbers of an institution that are due. */
export async function countDueIdNumbers(db: Queryable, tenant: string, due: DueIdNumbers): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from ${sql.table(due.table)} held
    where tenant = ${tenant} and id_cipher <> '' and ${buildCondition(due)}`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}

/**
 * Erases the ID numbers of an institution that are due, with the hashes that would find them, batch by batch. Any number of servers may do
 * so at once: what one is at, the others pass over.
 * @returns how many
 */
export async function eraseDueIdNumbers(db: Queryable, tenant: string, due: DueIdNumbers, batch = usualBatch): Promise<number> {
  const table = sql.table(due.table);
  for (let erased = 0; ;) {
    // Chosen once, before anything is changed: a subquery may be asked anew for each row, and knows no limit then.
    const { numAffectedRows } = await sql`
      with chosen as materialized (
        select id
        from ${table} held
        where tenant = ${tenant} and id_cipher <> '' and ${buildCondition(due)}
        limit ${batch}
        for update skip locked
      )
      update ${table} row
      set id_cipher = '', id_hash = row.id
      from chosen
      where row.tenant = ${tenant} and row.id = chosen.id`.execute(db.kysely);
    const done = Number(numAffectedRows ?? 0);
    erased += done;
    if (done < batch) return erased;
  }
}
