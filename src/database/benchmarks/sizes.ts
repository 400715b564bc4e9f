import { type Kysely, sql } from 'kysely';
import type { Queryable } from '../connection';
import { collectGrams, toGramPrefix } from '../content/filterKeys';
import { buildEntry, toTenantPrefix } from '../search/entries';

/** What items are made of: a title, and a text. */
export interface Sample {
  title: string;
  text: string;
}

/** A module of an institution, and where its items have what. */
export interface FilledModule {
  module: string;
  shapeHash: string;
  /** The names of the fields with the title and with the column. */
  titleField: string;
  columnField: string;
  column: string;
  /** Lists look for words in titles. */
  hasGrams: boolean;
  /** The site search looks in it. */
  isSearched: boolean;
}

/** Whose words and grams samples are kept as; each institution has them with its own beginning. */
const nobody = '';

/** Keeps what items are made of in a table of its own, with their words and grams as the portal takes them. */
export async function keepSamples(db: Queryable, samples: readonly Sample[]): Promise<void> {
  await sql`
    create table size_sample (
      n integer primary key, title text, body text, entry_title text, entry_title_words text, entry_body text, entry_words text,
      entry_spelled text, grams text[]
    )`.execute(db.kysely);
  for (let start = 0; start < samples.length; start += 1000) {
    const rows = samples.slice(start, start + 1000).map(({ title, text }, index) => ({
      n: start + index,
      title,
      body: text,
      grams: [...collectGrams([title])],
      ...buildEntry(nobody, { title, text }),
    }));
    await sql`
      insert into size_sample
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        n integer, title text, body text, entry_title text, entry_title_words text, entry_body text, entry_words text,
        entry_spelled text, grams text[]
      )`.execute(db.kysely);
  }
}

/**
 * Stores so many items in each module of an institution, made of the samples, as `putItems` would, and notes that they are up to date.
 * @param each how many there are in each module
 */
export async function fillInstitution(db: Queryable, tenant: string, modules: readonly FilledModule[], each: number): Promise<void> {
  const rows = JSON.stringify(
    modules.map(({ titleField, hasGrams, ...module }) => ({
      ...module,
      titleField,
      prefix: hasGrams ? toGramPrefix({ tenant, module: module.module, field: `/${titleField}` }) : null,
    })),
  );
  const [from, to] = [`'${toTenantPrefix(nobody)}`, `'${toTenantPrefix(tenant)}`];
  await sql`
    with module as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as row (
        module text, "titleField" text, "columnField" text, "column" text, prefix text, "isSearched" boolean, "shapeHash" text
      )
    ),
    chosen as materialized (
      select
        module.*, 'i' || n as id, timestamptz '2026-01-01' - n * interval '1 hour' as pub,
        (hashtext(${tenant} || module || n) & 2147483647) % (select count(*) from size_sample) as sample
      from module cross join generate_series(1, ${each}::int) n
    ),
    noted as (
      insert into module_shape (tenant, module, hash)
      select ${tenant}, module, "shapeHash" from module
      on conflict do nothing
    ),
    own as materialized (
      select
        n, replace(entry_title_words, ${from}, ${to})::tsvector as title_words, replace(entry_words, ${from}, ${to})::tsvector as words,
        replace(entry_spelled, ${from}, ${to})::tsvector as spelled
      from size_sample
    ),
    stored as (
      insert into item (tenant, module, id, column_id, status, pub, title, doc, grams)
      select
        ${tenant}, module, id, "column", 1, pub, title,
        jsonb_build_object('id', id, "titleField", title, "columnField", "column", 'content', body),
        case when prefix is not null then array(select prefix || gram from unnest(grams) as gram) end
      from chosen join size_sample on n = sample
    )
    insert into search_entry (tenant, module, id, status, pub, title, title_words, body, words, spelled)
    select
      ${tenant}, module, id, 1, pub, entry_title, title_words, entry_body, words, spelled
    from chosen
    join size_sample on size_sample.n = sample
    join own on own.n = sample
    where "isSearched"`.execute(db.kysely);
}

/** So many statements are under way at once. */
const lanes = 3;

/**
 * Does jobs that store very many items: without the indexes but those of keys, which are made afterwards in one go, and without looking up the
 * item of each entry. For a database that nobody else uses.
 */
export async function fillInBulk<T>(db: Queryable, jobs: Iterable<T>, work: (db: Queryable, job: T) => Promise<void>): Promise<void> {
  await sql`alter system set max_wal_size = '6GB'`.execute(db.kysely);
  await sql`select pg_reload_conf()`.execute(db.kysely);
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('item', 'search_entry') and indexdef not like '%UNIQUE%'
    order by indexdef like '%USING gin%' desc`.execute(db.kysely);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db.kysely);
  await workInLanes(db, jobs, work);
  const steps = [...rows.map(({ definition }) => definition), 'drop table size_sample'];
  await workInLanes(db, steps, (lane, step) => sql.raw(step).execute(lane.kysely));
  await workInLanes(db, ['item', 'search_entry'], (lane, table) => sql`vacuum analyze ${sql.table(table)}`.execute(lane.kysely));
  await workInLanes(db, ['checkpoint'], (lane, step) => sql.raw(step).execute(lane.kysely));
}

/** Each lane takes the job that comes next as soon as it is done with one. */
async function workInLanes<T>(db: Queryable, jobs: Iterable<T>, work: (db: Queryable, job: T) => Promise<unknown>): Promise<void> {
  const waiting = jobs[Symbol.iterator]();
  const lane = (kysely: Kysely<unknown>): Promise<void> => workInLane({ ...db, kysely }, waiting, work);
  await Promise.all(Array.from({ length: lanes }, () => db.kysely.connection().execute(lane)));
}

async function workInLane<T>(db: Queryable, waiting: Iterator<T>, work: (db: Queryable, job: T) => Promise<unknown>): Promise<void> {
  for (const setting of settings) await sql.raw(`set ${setting}`).execute(db.kysely);
  for (let next = waiting.next(); !next.done; next = waiting.next()) await work(db, next.value);
}

const settings = [
  'statement_timeout = 0',
  'session_replication_role = replica',
  'synchronous_commit = off',
  "maintenance_work_mem = '700MB'",
  "work_mem = '64MB'",
];
