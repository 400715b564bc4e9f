import { type Kysely, sql } from 'kysely';
import { type Change, index } from './steps';

/**
 * What the site search looks in: an entry for each item of the modules that take part, whatever its status, with the words of its
 * title and of all of it. The entry of an item goes with it. Long values are kept apart, so that the entries which a frequent word
 * finds lie close together; small pending lists keep a search after an import as fast as before.
 */
export async function createSearch(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_entry (
      tenant text not null, module text not null, id text not null, status smallint not null,
      pub timestamptz not null, title text not null, title_words tsvector not null, body text not null,
      words tsvector not null, primary key (tenant, module, id),
      foreign key (tenant, module, id) references item (tenant, module, id) on delete cascade
    ) with (
      toast_tuple_target = 256, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02
    )`.execute(db);
  for (const column of ['title_words', 'words']) {
    await sql`
      create index ${sql.raw(`search_entry_${column}`)}
        on search_entry using gin (${sql.raw(column)})
        with (gin_pending_list_limit = 1024) where status = 1`.execute(db);
  }
}

/** How titles are read, in letters, by which they are suggested while visitors type; absent until an item is written anew. */
export const spellings: Change = {
  up: async (db) => {
    await sql`alter table search_entry add column if not exists spelled tsvector`.execute(db);
  },
  after: [index('search_entry_spelled on search_entry using gin (spelled) with (gin_pending_list_limit = 1024) where status = 1')],
};

/** What was searched for, for a few days: by whom is a mark that leads back to nobody and from no word to another. */
export async function createSearchTerms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_term (
      tenant text not null, day date not null, term text not null, visitor text not null, primary key (tenant, day, term, visitor)
    )`.execute(db);
}

/** Items whose entries are to be made after the import that brought them, as that would take longer than all the rest of it. */
export async function createSearchDue(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_due (tenant text not null, module text not null, id text not null, primary key (tenant, module, id))`.execute(
    db,
  );
}
