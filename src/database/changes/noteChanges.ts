import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';

/** A change of what servers remember. */
export interface Change {
  /** `content`: items and pictures that pages show; `session`: members' sessions that are over; `definitions`: those that are published. */
  topic: 'content' | 'session' | 'definitions';
  tenant: string;
  /** The module of items; empty for all of them, and for other topics. */
  module: string;
  /** The item; empty for all of the module. */
  item: string;
}

/** Of more items at once it is noted that their module has changed. */
const mostItems = 100;

/** Returns the notes for items, for {@link noteRows}. @param rows a query of their tenant, module and id */
export const itemNotes = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct 'content', tenant, module, case when count(*) over () > ${sql.lit(mostItems)} then '' else id end
  from (${rows}) as changed`;

/**
 * Returns the part of a statement that notes changes and wakes those who listen: both count from the commit on. Within the statement that
 * changes something, as nothing then can come between.
 * @param rows a query of topic, tenant, module and item; without rows nobody is woken
 */
export const noteRows = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into change (topic, tenant, module, item, transaction)
  select noted.*, txid_current()
  from (${rows}) as noted
  returning pg_notify('portal_change', '')::text`;

/** Notes a change, within the transaction that makes it. */
export async function noteChange(
  tx: Queryable,
  { topic, tenant, module = '' }: Pick<Change, 'topic' | 'tenant'> & Partial<Change>,
): Promise<void> {
  await noteRows(sql`select ${topic}::text, ${tenant}::text, ${module}::text, ''`).execute(tx.kysely);
}
