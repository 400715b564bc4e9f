import { type Kysely, sql } from 'kysely';

/** What institutions' own fields add to records, sealed; ID numbers apart, which are erased in time. */
export async function addFurtherValues(db: Kysely<unknown>): Promise<void> {
  for (const table of 'member contact booking enrolment'.split(' '))
    await sql`
      alter table ${sql.table(table)}
      add column further_cipher text not null default '', add column further_id_cipher text not null default ''`.execute(db);
  await sql`create index member_id_number on member (tenant, created) where further_id_cipher <> ''`.execute(db);
}
