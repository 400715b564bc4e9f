import { findBooking, type StoredBooking } from '../../../database/bookings/bookingLists';
import { checkInBooking, decideOnBooking, type Decision } from '../../../database/bookings/bookings';
import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { formatPattern } from '../../../runtime/text';
import { formatDate } from '../../../runtime/time';
import { creditDeed } from '../../members/deeds';
import { type News, tell } from '../../messages/tell';
import type { AccountServices } from '../../security/accountServices';

/** What of a portal a decision is told in. */
type Institution = Pick<CompiledPortal, 'tenant' | 'settings' | 'texts' | 'patterns'>;

/**
 * Approves or rejects a booking that awaits review, and tells its member, in one transaction.
 * @param now milliseconds since 1970
 */
export async function decideBooking(
  { db, keys }: Pick<AccountServices, 'db' | 'keys'>,
  institution: Institution,
  id: string,
  approve: boolean,
  now: number,
): Promise<Decision> {
  const { tenant } = institution;
  return inTransaction(db, async (tx) => {
    const outcome = await decideOnBooking(tx, { tenant, id }, approve, now);
    const booking = outcome === 'done' ? await findBooking(tx, tenant, id, now) : undefined;
    if (booking) await tell(tx, { keys }, institution, composeNews(institution, booking, approve), now);
    return outcome;
  });
}

/**
 * Records that the visitor of an approved booking came, on its day or later, and credits it, in one transaction.
 * @returns false when there is no such booking
 */
export async function checkInVisitor(db: Queryable, institution: Institution, id: string, now: number): Promise<boolean> {
  const { tenant } = institution;
  return inTransaction(db, async (tx) => {
    const booking = await checkInBooking(tx, { tenant, id }, formatDate(now), now);
    const { member = '', module, venueName } = booking ?? {};
    if (booking) await creditDeed(tx, institution, { name: 'attended', module, member, key: `booking ${id}`, about: venueName }, now);
    return booking !== undefined;
  });
}

function composeNews({ texts, patterns }: Institution, { id, member, venueName, venueTime }: StoredBooking, approve: boolean): News {
  const [title, pattern] = approve
    ? [texts['bookingApproved'], texts['bookingApprovedText']]
    : [texts['bookingRejected'], texts['bookingRejectedText']];
  return {
    member,
    kind: approve ? 'booking.approved' : 'booking.rejected',
    key: id,
    title: title ?? '',
    text: formatPattern(pattern ?? '', { name: venueName, time: venueTime }, patterns),
  };
}
