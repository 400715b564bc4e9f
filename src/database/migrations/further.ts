import { sql } from 'kysely';
import { alter, type Change, index } from './steps';

/** What institutions' own fields add to records, sealed; ID numbers apart, which are erased in time. */
export const furtherValues: Change = {
  after: [
    ...'member contact booking enrolment'.split(' ').map((table) =>
      alter(async (db) => {
        await sql`
          alter table ${sql.table(table)}
            add column if not exists further_cipher text not null default '',
            add column if not exists further_id_cipher text not null default ''`.execute(db);
      }),
    ),
    index(`member_id_number on member (tenant, created) where further_id_cipher <> ''`),
  ],
};
