import { type Kysely, type Migration, sql } from 'kysely';
import { createBookings } from './migrations/booking';
import { createContacts } from './migrations/contacts';
import { createEnrolment } from './migrations/enrolment';
import { createInbox } from './migrations/inbox';
import { createPoints } from './migrations/points';
import { createSearch } from './migrations/search';
import { createSubmissions } from './migrations/submission';
import { createUploads } from './migrations/uploads';

/**
 * All changes of the schema, run in the order of their names and each once. Never change one that was released: add one.
 * DDL stays portable between PostgreSQL's relatives: no triggers, no extensions.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001_content': { up: createContent },
  '0002_accounts': { up: createAccounts },
  '0003_submission': { up: createSubmissions },
  '0004_contacts': { up: createContacts },
  '0004_inbox': { up: createInbox },
  '0004_points': { up: createPoints },
  '0005_enrolment': { up: createEnrolment },
  '0006_booking': { up: createBookings },
  '0007_uploads': { up: createUploads },
  '0008_search': { up: createSearch },
  '0009_authored': { up: indexAuthors },
};

// Vacuumed after every fiftieth changed row instead of every fifth: counts and far pages are answered by indexes alone only
// for pages vacuum has marked. At a million rows, 60,000 scattered writes made a count 8 times slower until then.
async function createContent(db: Kysely<unknown>): Promise<void> {
  await sql`create table item (
    tenant text not null, module text not null, id text not null,
    column_id text not null default '', status smallint not null default 1,
    pub timestamptz not null default now(), title text not null default '', doc jsonb not null,
    s1 text, s2 text, s3 text, s4 text, n1 double precision, n2 double precision,
    tags text[], grams text[], updated timestamptz not null default now(),
    primary key (tenant, module, id)) with (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(
    db,
  );
  for (const index of ITEM_INDEXES) await sql`create index ${sql.raw(index)}`.execute(db);
  await sql`create table counter (
    tenant text not null, column_id text not null, data_id text not null,
    pv bigint not null default 0, share bigint not null default 0, star bigint not null default 0, collect bigint not null default 0,
    primary key (tenant, column_id, data_id))`.execute(db);
  await sql`create table module_shape (tenant text not null, module text not null, hash text not null, primary key (tenant, module))`.execute(
    db,
  );
  await sql`create table seed (tenant text not null, name text not null, done_at timestamptz not null default now(), primary key (tenant, name))`.execute(
    db,
  );
}

// Phones are kept twice: a keyed hash that is looked up and unique, and a cipher that only the server's key opens.
async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`create table member (
    tenant text not null, id text not null, phone_hash text not null, phone_cipher text not null,
    name text not null default '', sex text not null default '', image text not null default '', password_hash text not null,
    created timestamptz not null default now(), primary key (tenant, id), unique (tenant, phone_hash))`.execute(db);
  await sql`create table member_session (
    tenant text not null, id text not null, member_id text not null,
    issued timestamptz not null, expires timestamptz not null, revoked timestamptz, primary key (tenant, id))`.execute(db);
  await sql`create index member_session_member on member_session (tenant, member_id)`.execute(db);
  await sql`create index member_session_expires on member_session (expires)`.execute(db);
  await sql`create table one_time_code (
    tenant text not null, purpose text not null, phone_hash text not null, code_hash text not null,
    expires timestamptz not null, tries integer not null default 0, primary key (tenant, purpose, phone_hash))`.execute(db);
  await sql`create table captcha (
    tenant text not null, id_hash text not null, answer_hash text not null, expires timestamptz not null, primary key (tenant, id_hash))`.execute(
    db,
  );
  await sql`create index captcha_expires on captcha (expires)`.execute(db);
  await sql`create table throttle (tenant text not null, key text not null, count integer not null, expires timestamptz not null, primary key (tenant, key))`.execute(
    db,
  );
  await sql`create index throttle_expires on throttle (expires)`.execute(db);
  await sql`create table member_flag (
    tenant text not null, member_id text not null, column_id text not null, data_id text not null, kind text not null,
    active boolean not null, changed timestamptz not null, created timestamptz not null default now(),
    title text not null default '', image text not null default '', url text not null default '', type text not null default '',
    primary key (tenant, member_id, column_id, data_id, kind), check (kind in ('star', 'collect')))`.execute(db);
  await sql`create table secret (name text primary key, value text not null)`.execute(db);
}

// What members wrote is asked for by its author; what staff imported has none.
async function indexAuthors(db: Kysely<unknown>): Promise<void> {
  await sql`create index item_author on item (tenant, (doc->>'memberId'), module) where doc->>'memberId' is not null`.execute(db);
}

// Slots are indexed where they are filled: most modules use one or two, and an unused slot must cost a write nothing.
const slotIndex = (slot: string) =>
  `item_${slot} on item (tenant, module, ${slot}, pub desc, id desc, column_id) where status = 1 and ${slot} is not null`;
const numberIndex = (slot: string) =>
  `item_${slot} on item (tenant, module, ${slot} desc, id desc, column_id) where status = 1 and ${slot} is not null`;

// column_id ends the slot indexes rather than leading them, so that they also serve lists over all columns.
const ITEM_INDEXES = [
  'item_pub on item (tenant, module, pub desc, id desc, column_id) where status = 1',
  'item_column on item (tenant, module, column_id, pub desc, id desc) where status = 1',
  'item_review on item (tenant, module, pub desc, id desc, status, column_id) where status <> 1',
  ...['s1', 's2', 's3', 's4'].map(slotIndex),
  ...['n1', 'n2'].map(numberIndex),
  'item_tags on item using gin (tags) where status = 1',
  'item_grams on item using gin (grams) where status = 1',
];
