import { type Kysely, sql } from 'kysely';

/**
 * Imports at the desk: the file in chunks, as it came (part 0) or unpacked (part 1), what is to become of it and how far that is, the rows
 * that are wrong, and which columns filled which fields the last time. An institution is at one import at a time.
 */
export async function createImports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_job (
      tenant text not null, id text not null, module text not null, staff text not null, name text not null,
      created timestamptz not null, seen timestamptz not null, file text not null, size bigint not null, format text not null,
      encoding text not null, state text not null, busy boolean not null default false, cancelled boolean not null default false,
      preview jsonb not null default '{}', plan jsonb not null default '{}', progress jsonb not null default '{}',
      result jsonb, said jsonb, primary key (tenant, id)
    )`.execute(db);
  await sql`create unique index import_job_busy on import_job (tenant) where busy`.execute(db);
  await sql`create index import_job_module on import_job (tenant, module, created)`.execute(db);
  await sql`
    create table import_chunk (
      tenant text not null, job_id text not null, part smallint not null, number integer not null, data bytea not null,
      primary key (tenant, job_id, part, number), foreign key (tenant, job_id) references import_job (tenant, id) on delete cascade
    )`.execute(db);
  await sql`
    create table import_fault (
      tenant text not null, job_id text not null, number integer not null, "row" integer not null, "column" text not null,
      field text not null, words text not null, primary key (tenant, job_id, number),
      foreign key (tenant, job_id) references import_job (tenant, id) on delete cascade
    )`.execute(db);
  await sql`
    create table import_map (tenant text not null, module text not null, map jsonb not null, primary key (tenant, module))`.execute(db);
}
