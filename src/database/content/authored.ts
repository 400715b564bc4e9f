import { sql } from 'kysely';
import { itemNotes, noteRows } from '../changes/noteChanges';
import type { Queryable } from '../connection';
import { type Page, selectPage, type Window } from '../page';
import { forgetCounts } from './countCache';

/** What was written by a member: items of these modules whose `memberId` is the member's id. */
export interface Authorship {
  tenant: string;
  modules: readonly string[];
  member: string;
}

/** Something that a member wrote; where its state is null only the status tells. */
interface AuthoredItem {
  module: string;
  id: string;
  status: number;
  state: string | null;
  doc: Record<string, unknown>;
}

/** Returns what a member wrote, in any status, the oldest first. */
export async function listAuthored(db: Queryable, { tenant, modules, member }: Authorship): Promise<AuthoredItem[]> {
  const { rows } = await sql<AuthoredItem>`
    select module, id, status, state, doc
    from item
    where tenant = ${tenant} and module = any(${[...modules]}::text[]) and doc->>'memberId' = ${member}
    order by pub, id`.execute(db.kysely);
  return rows;
}

/**
 * Returns a page of what a member wrote, of all these modules together, the newest first, and how much there is of it in all.
 * @param hidden states that are left out: the name of a module, a blank and that of a state
 */
export function pageAuthored(
  db: Queryable,
  { tenant, modules, member, hidden }: Authorship & { hidden: readonly string[] },
  window: Window,
): Promise<Page<AuthoredItem & { pub: Date }>> {
  return selectPage(
    db,
    {
      select: sql`module, id, status, state, doc, pub`,
      from: sql`item
        where tenant = ${tenant} and module = any(${[...modules]}::text[]) and doc->>'memberId' = ${member}
          and not (module || ' ' || coalesce(state, '') = any(${[...hidden]}::text[]))`,
      orderBy: sql`pub desc, module, id`,
    },
    window,
  );
}

/** Returns one of them by its id, or undefined. */
export async function findAuthored(db: Queryable, { tenant, modules, member }: Authorship, id: string): Promise<AuthoredItem | undefined> {
  const { rows } = await sql<AuthoredItem>`
    select module, id, status, state, doc
    from item
    where tenant = ${tenant} and module = any(${[...modules]}::text[]) and id = ${id}
      and doc->>'memberId' = ${member}`.execute(db.kysely);
  return rows[0];
}

/** Removes what a member wrote, or the one of this id, with what the site search has of it. */
export async function removeAuthored(tx: Queryable, { tenant, modules, member }: Authorship, id?: string): Promise<void> {
  const one = id === undefined ? sql`` : sql` and id = ${id}`;
  const { rows } = await sql<{ module: string }>`
    with gone as (
      delete from item
      where tenant = ${tenant} and module = any(${[...modules]}::text[]) and doc->>'memberId' = ${member}${one}
      returning module, id
    ),
    unfound as (
      delete from search_entry
      using gone
      where search_entry.tenant = ${tenant} and search_entry.module = gone.module and search_entry.id = gone.id
    ),
    noted as (
      ${noteRows(itemNotes(sql`select ${tenant}::text as tenant, module, id from gone`))}
    )
    select distinct module
    from gone`.execute(tx.kysely);
  for (const { module } of rows) forgetCounts(tx, tenant, module);
}

/** Lays fields over what a member wrote. They must be none that lists filter, sort or search by: those are kept a second time. */
export async function overwriteAuthored(
  tx: Queryable,
  { tenant, modules, member }: Authorship,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    with written as (
      update item
      set doc = doc || ${JSON.stringify(fields)}::jsonb, updated = now()
      where tenant = ${tenant} and module = any(${[...modules]}::text[]) and doc->>'memberId' = ${member}
      returning module, id, status
    )
    ${noteRows(itemNotes(sql`select ${tenant}::text as tenant, module, id from written where status = 1`))}`.execute(tx.kysely);
}
