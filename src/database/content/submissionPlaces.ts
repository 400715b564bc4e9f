import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** What was handed in, and the item that it is about. */
interface SubmissionPlace {
  tenant: string;
  aboutModule: string;
  aboutId: string;
  module: string;
  item: string;
}

/** Notes that what was handed in, perhaps not for the first time, takes a place of the item that it is about, in the transaction that stores it. */
export async function noteSubmissionPlace(tx: Queryable, { tenant, aboutModule, aboutId, module, item }: SubmissionPlace): Promise<void> {
  await sql`
    insert into submission_place (tenant, about_module, about_id, module, item_id)
    values (${tenant}, ${aboutModule}, ${aboutId}, ${module}, ${item})
    on conflict do nothing`.execute(tx.kysely);
}

/**
 * Returns how many places of items are taken by what was handed in and neither taken back nor rejected, by id, in one query; items of which
 * none is are left out.
 */
export async function countSubmissionPlaces(
  db: Queryable,
  tenant: string,
  module: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; taken: number }>`
    select place.about_id as id, count(*)::integer as taken
    from submission_place place
    join item on item.tenant = place.tenant and item.module = place.module and item.id = place.item_id
    where place.tenant = ${tenant} and place.about_module = ${module} and place.about_id = any(${[...ids]}::text[])
      and item.status <> 2
    group by place.about_id`.execute(db.kysely);
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}
