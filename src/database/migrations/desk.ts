import { type Kysely, sql } from 'kysely';

/**
 * The desk: who works there, their sessions, what they did, and what items were before they changed them. The record of what was done is
 * only ever added to, but for what is older than an institution keeps it.
 */
export async function createDesk(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff (
      tenant text not null, id text not null, login text not null, name text not null, role text not null,
      password_hash text not null, totp_cipher text not null default '', totp_step bigint not null default 0,
      recovery_hashes text[] not null default '{}', disabled timestamptz, created timestamptz not null default now(),
      primary key (tenant, id), unique (tenant, login)
    )`.execute(db);
  await sql`
    create table staff_session (
      tenant text not null, token_hash text not null, staff_id text not null, created timestamptz not null,
      seen timestamptz not null, expires timestamptz not null, passed boolean not null, wrong_codes smallint not null default 0,
      primary key (tenant, token_hash), foreign key (tenant, staff_id) references staff (tenant, id) on delete cascade
    )`.execute(db);
  await sql`create index staff_session_staff on staff_session (tenant, staff_id)`.execute(db);
  await sql`create index staff_session_expired on staff_session (expires)`.execute(db);
  await sql`
    create table audit (
      tenant text not null, number bigint generated always as identity, at timestamptz not null, staff text not null,
      name text not null, address text not null, action text not null, module text not null default '',
      item text not null default '', title text not null default '', detail jsonb not null default '{}', primary key (tenant, number)
    )`.execute(db);
  await sql`create index audit_at on audit (tenant, at)`.execute(db);
  await sql`create index audit_item on audit (tenant, module, item) where item <> ''`.execute(db);
  await sql`
    create table item_version (
      tenant text not null, module text not null, item_id text not null, number integer not null, at timestamptz not null,
      staff text not null, name text not null, state text not null, doc jsonb not null, primary key (tenant, module, item_id, number)
    )`.execute(db);
  await sql`
    create table item_schedule (
      tenant text not null, module text not null, item_id text not null, publish timestamptz, withdraw timestamptz,
      staff text not null, name text not null, primary key (tenant, module, item_id),
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`create index item_schedule_due on item_schedule (least(publish, withdraw))`.execute(db);
}
