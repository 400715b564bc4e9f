import { type Kysely, sql } from 'kysely';

/** Files that visitors upload, cut into chunks: several servers share one database, and none of them holds a whole film in memory. */
export async function createUploads(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload (
      tenant text not null, id text not null, owner text not null, name text not null,
      kind text not null default '', extension text not null default '', type text not null default '',
      size bigint not null default 0, status smallint not null default 0,
      created timestamptz not null default now(), primary key (tenant, id)
    )`.execute(db);
  await sql`create index upload_unfinished on upload (created) where status = 0`.execute(db);
  await sql`
    create table upload_chunk (
      tenant text not null, upload_id text not null, number integer not null, data bytea not null,
      primary key (tenant, upload_id, number),
      foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade
    )`.execute(db);
}
