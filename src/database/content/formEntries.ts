import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { Authorship } from './authored';

/** What was filled into a field of a form and is kept apart from the item that it belongs to, sealed. */
export interface FormEntry {
  tenant: string;
  module: string;
  item: string;
  /** The name of the item's field. */
  field: string;
  cipher: string;
  created: Date;
  /** When what it was for was over, or from when it was handed in: from then on the days count that it is kept. */
  ends: Date;
}

/** Keeps entries, in the transaction that stores their items; those of the same fields are replaced. */
export async function putFormEntries(tx: Queryable, entries: readonly FormEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ ...entry, id: JSON.stringify([entry.module, entry.item, entry.field]) }));
  await sql`
    insert into form_entry (tenant, id, module, item_id, field, id_cipher, created, ends)
    select tenant, id, module, item, field, cipher, created, ends
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (
      tenant text, id text, module text, item text, field text, cipher text, created timestamptz, ends timestamptz
    )
    on conflict (tenant, id) do update set
      id_cipher = excluded.id_cipher, created = excluded.created, ends = excluded.ends`.execute(tx.kysely);
}

/** Returns the entries of what a member handed in; one that was erased has '' for its cipher. */
export async function listFormEntries(
  db: Queryable,
  { tenant, modules, member }: Authorship,
): Promise<Pick<FormEntry, 'module' | 'item' | 'field' | 'cipher'>[]> {
  const { rows } = await sql<Pick<FormEntry, 'module' | 'item' | 'field' | 'cipher'>>`
    select entry.module, entry.item_id as item, entry.field, entry.id_cipher as cipher
    from form_entry entry
    join item on item.tenant = entry.tenant and item.module = entry.module and item.id = entry.item_id
    where item.tenant = ${tenant} and item.module = any(${[...modules]}::text[]) and item.doc->>'memberId' = ${member}`.execute(db.kysely);
  return rows;
}

/** Returns what is kept apart from an item, by the names of its fields; what was erased is left out. */
export async function listItemEntries(
  db: Queryable,
  { tenant, module, id }: { tenant: string; module: string; id: string },
): Promise<Pick<FormEntry, 'field' | 'cipher'>[]> {
  const { rows } = await sql<Pick<FormEntry, 'field' | 'cipher'>>`
    select field, id_cipher as cipher from form_entry
    where tenant = ${tenant} and module = ${module} and item_id = ${id} and id_cipher <> ''
    order by field`.execute(db.kysely);
  return rows;
}
