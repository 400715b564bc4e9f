import { type Kysely, sql } from 'kysely';

/**
 * Phones are kept twice: a keyed hash that is looked up and unique, and a cipher that only the server's key opens.
 */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member (
      tenant text not null, id text not null, phone_hash text not null, phone_cipher text not null,
      name text not null default '', sex text not null default '', image text not null default '',
      password_hash text not null, created timestamptz not null default now(), primary key (tenant, id),
      unique (tenant, phone_hash)
    )`.execute(db);
  await sql`
    create table member_session (
      tenant text not null, id text not null, member_id text not null, issued timestamptz not null,
      expires timestamptz not null, revoked timestamptz, primary key (tenant, id)
    )`.execute(db);
  await sql`create index member_session_member on member_session (tenant, member_id)`.execute(db);
  await sql`create index member_session_expires on member_session (expires)`.execute(db);
  await sql`
    create table one_time_code (
      tenant text not null, purpose text not null, phone_hash text not null, code_hash text not null,
      expires timestamptz not null, tries integer not null default 0, primary key (tenant, purpose, phone_hash)
    )`.execute(db);
  await sql`
    create table captcha (
      tenant text not null, id_hash text not null, answer_hash text not null, expires timestamptz not null,
      primary key (tenant, id_hash)
    )`.execute(db);
  await sql`create index captcha_expires on captcha (expires)`.execute(db);
  await sql`
    create table throttle (
      tenant text not null, key text not null, count integer not null, expires timestamptz not null,
      primary key (tenant, key)
    )`.execute(db);
  await sql`create index throttle_expires on throttle (expires)`.execute(db);
  await sql`
    create table member_flag (
      tenant text not null, member_id text not null, column_id text not null, data_id text not null,
      kind text not null, active boolean not null, changed timestamptz not null,
      created timestamptz not null default now(), title text not null default '',
      image text not null default '', url text not null default '', type text not null default '',
      primary key (tenant, member_id, column_id, data_id, kind), check (kind in ('star', 'collect'))
    )`.execute(db);
  await sql`create table secret (name text primary key, value text not null)`.execute(db);
}
