import { sql } from 'kysely';
import type { EnrolledFor } from '../accounts/idNumbers';
import type { Queryable } from '../connection';
import { buildDoc, type StoredEnrolment } from './enrolments';

/** Returns what people were enrolled for before a moment whose ID numbers are held, with the fields of the items that are asked for. */
export async function listHeldFor(
  db: Queryable,
  tenant: string,
  before: Date,
  fields: readonly string[],
): Promise<(EnrolledFor & Pick<StoredEnrolment, 'doc'>)[]> {
  const { rows } = await sql<EnrolledFor & Pick<StoredEnrolment, 'doc'>>`
    select e.module, e.activity, e.session, ${buildDoc(fields)}
    from (
      select module, activity_id as activity, session_id as session
      from enrolment
      where tenant = ${tenant} and id_cipher <> '' and created < ${before}
      group by module, activity_id, session_id
    ) e
    left join item i on i.tenant = ${tenant} and i.module = e.module and i.id = e.activity`.execute(db.kysely);
  return rows;
}
