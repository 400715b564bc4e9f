import { type Kysely, sql } from 'kysely';
import { type Change, fill, index } from './steps';

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

/**
 * What refers to a file keeps it; pictures in other widths go with it. What was stored before is looked through once, so that no file that is
 * shown counts as unused.
 */
export const uploadUses: Change = {
  up: createUploadUses,
  after: [
    fill(
      'item',
      ['tenant', 'module', 'id'],
      (part) => sql`
        with shown as materialized (
          select distinct item.tenant, item.module, item.id, found.parts[1] as upload_id
          from item
          cross join lateral regexp_matches(item.doc::text, '/files/([A-Za-z0-9_-]{22})[.]', 'g') as found (parts)
          where item.doc::text like '%/files/%' and ${part}
        )
        insert into upload_use (tenant, upload_id, module, item_id)
        select shown.tenant, upload.id, shown.module, shown.id
        from shown join upload on upload.tenant = shown.tenant and upload.id = shown.upload_id
        on conflict do nothing`,
    ),
    index('upload_owner on upload (tenant, owner)'),
  ],
};

async function createUploadUses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists upload_use (
      tenant text not null, upload_id text not null, module text not null, item_id text not null,
      primary key (tenant, upload_id, module, item_id),
      foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade,
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`create index if not exists upload_use_item on upload_use (tenant, module, item_id)`.execute(db);
  await sql`alter table upload add column if not exists used timestamptz`.execute(db);
  await sql`
    create table if not exists upload_width (
      tenant text not null, upload_id text not null, width integer not null, data bytea not null,
      primary key (tenant, upload_id, width),
      foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade
    )`.execute(db);
}
