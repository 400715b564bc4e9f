import { sql } from 'kysely';
import type { Queryable } from '../connection';
import type { EnrolmentScope } from '../enrolments/enrolments';

/** Returns who has a place of an activity, or of a session of it, and has not been told of a deed; see `nameDeed`. */
export async function listUntoldAttendees(db: Queryable, scope: EnrolmentScope, deed: string): Promise<string[]> {
  const { tenant, module, activity, session } = scope;
  const { rows } = await sql<{ member: string }>`
    select distinct e.member_id as member
    from enrolment e join member m on m.tenant = e.tenant and m.id = e.member_id
    where e.tenant = ${tenant} and e.module = ${module} and e.activity_id = ${activity} and e.session_id = ${session}
      and e.status = 'enrolled' and e.signed_in is null
      and not exists (select 1 from inbox_message i where i.tenant = e.tenant and i.member_id = e.member_id and i.deed = ${deed})
    order by member`.execute(db.kysely);
  return rows.map(({ member }) => member);
}

/** A booking that its member may be told of. */
export interface DueBooking {
  id: string;
  member: string;
  venueName: string;
  venueTime: string;
}

/** Returns the approved bookings of a day whose members have not been told of them; a deed is the kind and the id of a booking. */
export async function listUntoldBookings(db: Queryable, tenant: string, day: string, kind: string): Promise<DueBooking[]> {
  const { rows } = await sql<DueBooking>`
    select b.id, b.member_id as member, venue_name as "venueName", venue_time as "venueTime"
    from booking b join member m on m.tenant = b.tenant and m.id = b.member_id
    where b.tenant = ${tenant} and b.day = ${day} and b.status = 1
      and not exists (
        select 1 from inbox_message i where i.tenant = b.tenant and i.member_id = b.member_id and i.deed = ${kind}::text || ' ' || b.id
      )
    order by b.id`.execute(db.kysely);
  return rows;
}
