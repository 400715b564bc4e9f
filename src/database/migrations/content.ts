import { type Kysely, sql } from 'kysely';
import { type Change, index } from './steps';

/**
 * Vacuumed after every fiftieth changed row instead of every fifth: counts and far pages are answered by indexes alone only
 * for pages vacuum has marked. At a million rows, 60,000 scattered writes made a count 8 times slower until then.
 */
export async function createContent(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table item (
      tenant text not null, module text not null, id text not null, column_id text not null default '',
      status smallint not null default 1, pub timestamptz not null default now(),
      title text not null default '', doc jsonb not null, s1 text, s2 text, s3 text, s4 text,
      n1 double precision, n2 double precision, tags text[], grams text[],
      updated timestamptz not null default now(), primary key (tenant, module, id)
    ) with (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02
    )`.execute(db);
  for (const index of ITEM_INDEXES) await sql`create index ${sql.raw(index)}`.execute(db);
  await sql`
    create table counter (
      tenant text not null, column_id text not null, data_id text not null, pv bigint not null default 0,
      share bigint not null default 0, star bigint not null default 0, collect bigint not null default 0,
      primary key (tenant, column_id, data_id)
    )`.execute(db);
  await sql`
    create table module_shape (
      tenant text not null, module text not null, hash text not null, primary key (tenant, module)
    )`.execute(db);
  await sql`
    create table seed (
      tenant text not null, name text not null, done_at timestamptz not null default now(),
      primary key (tenant, name)
    )`.execute(db);
}

/**
 * What members wrote is asked for by its author; what staff imported has none.
 */
export const authors: Change = {
  after: [index(`item_author on item (tenant, (doc->>'memberId'), module) where doc->>'memberId' is not null`)],
};

/** Periods have two ends, and some modules have two periods. */
export const numberSlots: Change = {
  up: async (db) => {
    await sql`
      alter table item
        add column if not exists n3 double precision, add column if not exists n4 double precision`.execute(db);
  },
  after: ['n3', 'n4'].map((slot) => index(buildNumberIndex(slot))),
};

/** Where items are, for lists in the order of how far that is. */
export async function addPlaces(db: Kysely<unknown>): Promise<void> {
  await sql`alter table item add column lng double precision, add column lat double precision`.execute(db);
}

/** The number of a certificate is looked up in whatever state of review its item is; of published ones the slot has an index already. */
export const hiddenNumbers: Change = {
  after: [index('item_hidden_s1 on item (tenant, module, s1) where status <> 1 and s1 is not null')],
};

// Slots are indexed where they are filled: most modules use one or two, and an unused slot must cost a write nothing.
const buildSlotIndex = (slot: string) =>
  `item_${slot} on item (tenant, module, ${slot}, pub desc, id desc, column_id) where status = 1 and ${slot} is not null`;
function buildNumberIndex(slot: string): string {
  return `item_${slot} on item (tenant, module, ${slot} desc, id desc, column_id) where status = 1 and ${slot} is not null`;
}

// column_id ends the slot indexes rather than leading them, so that they also serve lists over all columns.
const ITEM_INDEXES = [
  'item_pub on item (tenant, module, pub desc, id desc, column_id) where status = 1',
  'item_column on item (tenant, module, column_id, pub desc, id desc) where status = 1',
  'item_review on item (tenant, module, pub desc, id desc, status, column_id) where status <> 1',
  ...['s1', 's2', 's3', 's4'].map(buildSlotIndex),
  ...['n1', 'n2'].map(buildNumberIndex),
  'item_tags on item using gin (tags) where status = 1',
  'item_grams on item using gin (grams) where status = 1',
];
