import { type RawBuilder, sql } from 'kysely';
import { noteChange } from '../changes/noteChanges';
import type { Queryable } from '../connection';
import { forgetCounts } from '../content/countCache';
import type { ItemKey } from '../content/itemMoves';

/** A field of the items of a module that holds the id of an item of any module. */
export interface Reference {
  module: string;
  field: string;
}

/** What visitors have of an item, as they would be left without it. */
export type Hold = 'enrolments' | 'bookings' | 'orders' | 'entries';

/** Says what visitors have of an item, taken back or not; undefined for nothing. @param handedIn where what they handed in names its item */
export async function findHold(db: Queryable, { tenant, module, id }: ItemKey, handedIn: readonly Reference[]): Promise<Hold | undefined> {
  const within = (table: string, column: string): RawBuilder<boolean> => sql`exists (
    select from ${sql.table(table)} where tenant = ${tenant} and module = ${module} and ${sql.ref(column)} = ${id}
  )`;
  const own = sql`exists (
    select from item where tenant = ${tenant} and module = ${module} and id = ${id} and coalesce(doc->>'memberId', '') <> ''
  )`;
  const named = handedIn.map(({ module: other, field }) => namedBy(tenant, other, field, id));
  const { rows } = await sql<Record<Hold, boolean>>`
    select
      ${within('enrolment', 'activity_id')} as enrolments,
      ${within('booking', 'venue_id')} as bookings,
      ${within('point_order', 'commodity_id')} as orders,
      ${sql.join([within('form_entry', 'item_id'), own, ...named], sql` or `)} as entries`.execute(db.kysely);
  return (['enrolments', 'bookings', 'orders', 'entries'] as const).find((hold) => rows[0]?.[hold]);
}

const namedBy = (tenant: string, module: string, field: string, id: string): RawBuilder<boolean> => sql`exists (
  select from item where tenant = ${tenant} and module = ${module} and ${isNamed('item', field, id)}
)`;

const isNamed = (table: 'item' | 'item_draft', field: string, id: string): RawBuilder<boolean> => {
  const doc = sql.ref(`${table}.doc`);
  return sql`(${doc}->>${field} = ${id} or (jsonb_typeof(${doc}->${field}) = 'array' and ${doc}->${field} ? ${id}))`;
};

/** An entry of the staff that names another one. */
export interface Naming {
  module: string;
  id: string;
  title: string;
}

/**
 * Returns an entry that names an item, the bin and changes that nobody published included: all of them lead nowhere once it is erased.
 * @param linked where entries of the staff name it
 */
export async function findNaming(
  db: Queryable,
  { tenant, module, id }: ItemKey,
  linked: readonly Reference[],
): Promise<Naming | undefined> {
  for (const { module: other, field } of linked) {
    const { rows } = await sql<Naming>`
      select module, id, title from item
      where tenant = ${tenant} and module = ${other} and (${isNamed('item', field, id)} or exists (
        select from item_draft
        where item_draft.tenant = item.tenant and item_draft.module = item.module and item_draft.item_id = item.id
          and ${isNamed('item_draft', field, id)}
      )) and not (module = ${module} and id = ${id})
      order by pub desc, id limit 1`.execute(db.kysely);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/** Tables of what belongs to an item and does not go with its row by itself, and the column of its id. */
const belongings = {
  item_version: 'item_id',
  decision: 'item_id',
  search_due: 'id',
  item_reminder: 'item_id',
  line_gate: 'item_id',
  line_ticket: 'item_id',
  vote: 'item_id',
  vote_tally: 'item_id',
  enrol_place: 'activity_id',
  enrolment_draw: 'activity_id',
  blocked_time: 'venue_id',
  booking_slot: 'venue_id',
};

/**
 * Removes an item for good with all that belongs to it, within a transaction that has locked it: versions, changes and times to come, what the
 * site search has, votes, counts, whose favourite it is, remarks on it. Files that nothing shows any more are swept later, as others are.
 * @param column where it stands
 * @param remarks where what goes with it, such as comments, names it
 */
export async function eraseItem(
  tx: Queryable,
  { tenant, module, id }: ItemKey,
  column: string,
  remarks: readonly Reference[],
): Promise<void> {
  for (const [table, name] of Object.entries(belongings))
    await sql`delete from ${sql.table(table)} where tenant = ${tenant} and module = ${module} and ${sql.ref(name)} = ${id}`.execute(
      tx.kysely,
    );
  await sql`delete from submission_place where tenant = ${tenant} and about_module = ${module} and about_id = ${id}`.execute(tx.kysely);
  const ofColumn = await limitToColumn(tx, { tenant, module, id }, column, remarks);
  for (const table of ['counter', 'member_flag'])
    await sql`delete from ${sql.table(table)} where tenant = ${tenant} and data_id = ${id}${ofColumn}`.execute(tx.kysely);
  for (const { module: other, field } of remarks) {
    await sql`
      with gone as (
        delete from item where tenant = ${tenant} and module = ${other} and doc->>${field} = ${id}${ofColumn} returning id
      ), undecided as (
        delete from decision using gone
        where decision.tenant = ${tenant} and decision.module = ${other} and decision.item_id = gone.id
      )
      delete from item_version using gone
      where item_version.tenant = ${tenant} and item_version.module = ${other} and item_version.item_id = gone.id`.execute(tx.kysely);
  }
  await sql`delete from item where tenant = ${tenant} and module = ${module} and id = ${id}`.execute(tx.kysely);
  for (const changed of [module, ...remarks.map(({ module: other }) => other)]) {
    await noteChange(tx, { topic: 'content', tenant, module: changed });
    forgetCounts(tx, tenant, changed);
  }
}

/**
 * Counts, favourites and remarks know an item by its column and its id, and visitors may have come by the address of another column. Where an
 * item of another module has the same id, what lies in other columns may be of that one and stays.
 */
async function limitToColumn(
  tx: Queryable,
  { tenant, module, id }: ItemKey,
  column: string,
  remarks: readonly Reference[],
): Promise<RawBuilder<unknown>> {
  const apart = [module, ...remarks.map(({ module: other }) => other)];
  const { rows } = await sql`
    select id from item where tenant = ${tenant} and id = ${id} and module <> all(${apart}::text[]) limit 1`.execute(tx.kysely);
  return rows.length === 0 ? sql`` : sql` and column_id = ${column}`;
}
