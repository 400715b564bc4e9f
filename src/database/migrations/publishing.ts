import { type Kysely, sql } from 'kysely';
import { type Change, fill } from './steps';

/**
 * Changes of items that visitors do not see yet, and the files that drafts and versions show: they stay as long as somebody may go back to
 * them. A draft is kept with what the item was when it was begun, so that what others changed meanwhile is not lost when it is published.
 */
export const publishing: Change = {
  up: createPublishing,
  after: [
    fill(
      'item_version',
      ['tenant', 'module', 'item_id', 'number'],
      (part) => sql`
        with shown as materialized (
          select distinct item_version.tenant, item_version.module, item_version.item_id, found.parts[1] as upload_id
          from item_version
          cross join lateral regexp_matches(item_version.doc::text, '/files/([A-Za-z0-9_-]{22})[.]', 'g') as found (parts)
          where item_version.doc::text like '%/files/%' and ${part}
        )
        insert into version_upload (tenant, upload_id, module, item_id)
        select shown.tenant, upload.id, shown.module, shown.item_id
        from shown
        join item on item.tenant = shown.tenant and item.module = shown.module and item.id = shown.item_id
        join upload on upload.tenant = shown.tenant and upload.id = shown.upload_id
        on conflict do nothing`,
    ),
  ],
};

async function createPublishing(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists item_draft (
      tenant text not null, module text not null, item_id text not null, doc jsonb not null, base jsonb not null,
      at timestamptz not null, staff text not null, name text not null, primary key (tenant, module, item_id),
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`
    create table if not exists version_upload (
      tenant text not null, upload_id text not null, module text not null, item_id text not null,
      primary key (tenant, upload_id, module, item_id),
      foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade,
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`create index if not exists version_upload_item on version_upload (tenant, module, item_id)`.execute(db);
}
