import { type Kysely, sql } from 'kysely';

/** What was handed in about an item with places that run out, and so takes one of them as long as it is there and not rejected. */
export async function createSubmissionPlaces(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table submission_place (
      tenant text not null, about_module text not null, about_id text not null, module text not null, item_id text not null,
      primary key (tenant, about_module, about_id, module, item_id),
      foreign key (tenant, module, item_id) references item (tenant, module, id) on delete cascade
    )`.execute(db);
  await sql`create index submission_place_item on submission_place (tenant, module, item_id)`.execute(db);
}
