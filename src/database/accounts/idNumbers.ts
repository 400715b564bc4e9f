import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import type { EnrolmentScope } from '../enrolments/enrolments';

/** What somebody is enrolled for: an item, or a session of it. */
export type EnrolledFor = Omit<EnrolmentScope, 'tenant'>;

/** What holds ID numbers, as `countPersonalData` calls them. */
export const ID_NUMBER_KINDS = {
  members: 'member further id',
  contacts: 'contact id',
  bookings: 'booking id',
  enrolments: 'enrolment id',
  submissions: 'form_entry id',
} as const;

const HELD = {
  members: sql`member held`,
  contacts: sql`contact held`,
  bookings: sql`booking held`,
  enrolments: sql`enrolment held`,
  submissions: sql`form_entry held`,
};

/** ID numbers of one kind that are kept no longer. */
export type DueIdNumbers =
  /** Of members who registered before a moment. */
  | { of: 'members'; before: Date }
  /** Of contacts that were last changed or enrolled before a moment. */
  | { of: 'contacts'; before: Date }
  /** Of bookings that ended, or were taken back or rejected, before a moment. */
  | { of: 'bookings'; before: Date }
  /** Of enrolments that were taken back before a moment, or made before it for what is over. */
  | { of: 'enrolments'; before: Date; over: readonly EnrolledFor[] }
  /** Of what was handed in by forms, and ended or was handed in before a moment. */
  | { of: 'submissions'; before: Date };

/** The column of a kind that has an ID number in every row that holds one. */
const CIPHERS = {
  members: 'further_id_cipher',
  contacts: 'id_cipher',
  bookings: 'id_cipher',
  enrolments: 'id_cipher',
  submissions: 'id_cipher',
};

/** Rows that are erased by one statement. */
const usualBatch = 500;

const buildCondition = (due: DueIdNumbers): RawBuilder<unknown> => {
  if (due.of === 'members') return sql`created < ${due.before}`;
  if (due.of === 'contacts')
    return sql`updated < ${due.before} and not exists (
      select from enrolment
      where enrolment.tenant = held.tenant and enrolment.member_id = held.member_id and enrolment.contact_id = held.id
        and enrolment.created >= ${due.before}
    )`;
  if (due.of === 'bookings') return sql`(ends < ${due.before} or (status in (2, 5) and coalesce(cancelled, decided) < ${due.before}))`;
  if (due.of === 'submissions') return sql`ends < ${due.before}`;
  return sql`created < ${due.before} and (cancelled < ${due.before} or exists (
      select from jsonb_to_recordset(${JSON.stringify(due.over)}::jsonb) as gone (module text, activity text, session text)
      where gone.module = held.module and gone.activity = held.activity_id and gone.session = held.session_id
    ))`;
};

/** Counts the ID numbers of an institution that are due. */
export async function countDueIdNumbers(db: Queryable, tenant: string, due: DueIdNumbers): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from ${HELD[due.of]}
    where tenant = ${tenant} and ${sql.ref(CIPHERS[due.of])} <> '' and ${buildCondition(due)}`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}

/**
 * Erases the ID numbers of an institution that are due, with the hashes that would find them and what items show of them, batch by batch.
 * Any number of servers may do so at once: what one is at, the others pass over.
 * @returns how many
 */
export async function eraseDueIdNumbers(db: Queryable, tenant: string, due: DueIdNumbers, batch = usualBatch): Promise<number> {
  for (let erased = 0; ;) {
    const { rows } = await sql<{ count: number }>`
      ${buildErasure(tenant, due, batch)} select count(*)::integer as count from erased`.execute(db.kysely);
    const done = rows[0]?.count ?? 0;
    erased += done;
    if (done < batch) return erased;
  }
}

const whole = sql`id_cipher = '', id_hash = held.id, further_id_cipher = ''`;
const EMPTIED = {
  members: sql`further_id_cipher = ''`,
  contacts: whole,
  bookings: whole,
  enrolments: whole,
  submissions: sql`id_cipher = ''`,
};

/** Returns the parts of a statement that erase; `erased` has a row for each. */
function buildErasure(tenant: string, due: DueIdNumbers, batch: number): RawBuilder<unknown> {
  const held = HELD[due.of];
  const isEntry = due.of === 'submissions';
  const emptied = EMPTIED[due.of];
  const told = isEntry ? sql`held.module, held.item_id, held.field` : sql`held.id`;
  // Chosen once, before anything is changed: a subquery may be asked anew for each row, and knows no limit then.
  const erasing = sql`
    with chosen as materialized (
      select id
      from ${held}
      where tenant = ${tenant} and ${sql.ref(CIPHERS[due.of])} <> '' and ${buildCondition(due)}
      order by id
      limit ${batch}
      for update skip locked
    ),
    erased as (
      update ${held}
      set ${emptied}
      from chosen
      where held.tenant = ${tenant} and held.id = chosen.id
      returning ${told}
    )`;
  if (!isEntry) return erasing;
  // An item may have lost several.
  return sql`${erasing},
    unmasked as (
      update item
      set doc = doc || gone.fields
      from (select module, item_id, jsonb_object_agg(field, '') as fields from erased group by module, item_id) gone
      where item.tenant = ${tenant} and item.module = gone.module and item.id = gone.item_id
    )`;
}
