import { type Kysely, sql } from 'kysely';

/** Decisions are made on what services keep as well, such as bookings: one whose subject has gone lapses when it is due. */
export async function freeDecisions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table decision drop constraint if exists decision_tenant_module_item_id_fkey`.execute(db);
}
