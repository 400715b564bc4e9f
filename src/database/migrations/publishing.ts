import { type Kysely, sql } from 'kysely';

/**
 * Changes of items that visitors do not see yet, and the files that drafts and versions show: they stay as long as somebody may go back to
 * them. A draft is kept with what the item was when it was begun, so that what others changed meanwhile is not lost when it is published.
 */
export async function createPublishing(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table item_draft (
      tenant text not null, module text not null, item_id text not null, doc jsonb not null, base jsonb not null,
      at timestamptz not null, staff text not null, name text not null, primary key (tenant, module, item_id),
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`
    create table version_upload (
      tenant text not null, upload_id text not null, module text not null, item_id text not null,
      primary key (tenant, upload_id, module, item_id),
      foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade,
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`create index version_upload_item on version_upload (tenant, module, item_id)`.execute(db);
  await sql`
    insert into version_upload (tenant, upload_id, module, item_id)
    select distinct version.tenant, upload.id, version.module, version.item_id
    from item_version as version
    join item on item.tenant = version.tenant and item.module = version.module and item.id = version.item_id
    cross join lateral regexp_matches(version.doc::text, '/files/([A-Za-z0-9_-]{22})[.]', 'g') as found (parts)
    join upload on upload.tenant = version.tenant and upload.id = found.parts[1]
    where version.doc::text like '%/files/%'`.execute(db);
}
