import { sql } from 'kysely';
import { type Change, fill } from './steps';

/**
 * What is known of the files that staff uploaded: the institution's media library. The point of a picture that stays where it is cropped is in
 * hundredths of its width and height; without one it is the middle. What staff uploaded before is in the library from the beginning.
 */
export const media: Change = {
  up: async (db) => {
    await sql`
      create table if not exists media (
        tenant text not null, upload_id text not null, alt text not null default '', caption text not null default '',
        credit text not null default '', licence text not null default '', focus_x smallint, focus_y smallint,
        width integer not null default 0, height integer not null default 0, version integer not null default 0,
        staff text not null, name text not null, updated timestamptz not null default now(), primary key (tenant, upload_id),
        foreign key (tenant, upload_id) references upload (tenant, id) on delete cascade
      )`.execute(db);
    await sql`create index if not exists media_focus on media (tenant, updated) where focus_x is not null`.execute(db);
  },
  after: [
    fill(
      'upload',
      ['tenant', 'id'],
      (part) => sql`
        insert into media (tenant, upload_id, staff, name, updated)
        select upload.tenant, upload.id, staff.id, staff.name, upload.created
        from upload
        join staff on staff.tenant = upload.tenant and staff.id = upload.owner
        where upload.status = 1 and ${part}
        on conflict do nothing`,
    ),
  ],
};
