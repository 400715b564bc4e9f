import { sql } from 'kysely';
import type { Queryable } from '../connection';

/** How many people have to do with an item that can be enrolled for. */
export interface EnrolledItem {
  module: string;
  activity: string;
  title: string;
  doc: Record<string, unknown>;
  enrolled: number;
  waiting: number;
  signedIn: number;
}

/** Returns the items of an institution that somebody is enrolled for since a moment, with how many there are. */
export async function listEnrolledItems(db: Queryable, tenant: string, since: Date): Promise<EnrolledItem[]> {
  const { rows } = await sql<EnrolledItem>`
    select e.module, e.activity_id as activity, i.title, i.doc,
      count(*) filter (where e.status = 'enrolled')::int as enrolled,
      count(*) filter (where e.status = 'waiting')::int as waiting,
      count(*) filter (where e.signed_in is not null)::int as "signedIn"
    from enrolment e
    join item i on i.tenant = e.tenant and i.module = e.module and i.id = e.activity_id
    where e.tenant = ${tenant} and e.created > ${since} and e.status <> 'cancelled'
    group by e.module, e.activity_id, i.title, i.doc`.execute(db.kysely);
  return rows;
}
