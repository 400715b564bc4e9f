import { findBooking, type StoredBooking } from '../../../database/bookings/bookingLists';
import { callOffBooking, checkInBooking, decideOnBooking, type Decision } from '../../../database/bookings/bookings';
import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import type { BookingMove } from '../../../model/services';
import { listOrigins } from '../../../runtime/lifecycle';
import { formatDate } from '../../../runtime/time';
import { creditDeed, type PointInstitution } from '../../members/deeds';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { describeBooked } from './told';

/** What else is done of a move, within its transaction and once it is made: so is what staff do noted. */
type Besides = (tx: Queryable) => Promise<unknown>;
const nothing: Besides = async () => undefined;

/** Approves or rejects a booking that awaits review, and tells its member, in one transaction; see {@link decideWithin}. */
export const decideBooking = (
  { db, keys }: Pick<AccountServices, 'db' | 'keys'>,
  portal: CompiledPortal,
  id: string,
  approve: boolean,
  now: number,
): Promise<Decision> => inTransaction(db, (tx) => decideWithin(tx, { keys }, portal, { id, approve, now }));

/**
 * Approves or rejects a booking that awaits review, and tells its member, within the transaction `tx`.
 * @param decided `reason` is that of a rejection, for the member to read; `now` milliseconds since 1970
 */
export async function decideWithin(
  tx: Queryable,
  { keys }: Pick<AccountServices, 'keys'>,
  portal: CompiledPortal,
  { id, approve, reason = '', now }: { id: string; approve: boolean; reason?: string; now: number },
): Promise<Decision> {
  const { tenant } = portal;
  const outcome = await decideOnBooking(tx, { tenant, id }, approve, now);
  const booking = outcome === 'done' ? await findBooking(tx, tenant, id, now) : undefined;
  if (!booking) return outcome;
  const told = { ...describeMove(portal, approve ? 'approve' : 'reject', booking, now), given: { reason } };
  await tellOfKept(tx, { keys }, portal, told, now);
  return outcome;
}

/**
 * Calls a booking off that has not begun, for the institution, and tells its member why, in one transaction; its times are free again.
 * @param reason for the member to read
 * @param now milliseconds since 1970
 */
export async function callBookingOff(
  { db, keys }: Pick<AccountServices, 'db' | 'keys'>,
  portal: CompiledPortal,
  id: string,
  reason: string,
  now: number,
  besides = nothing,
): Promise<'done' | 'missing' | 'refused'> {
  const { tenant } = portal;
  return inTransaction(db, async (tx) => {
    const outcome = await callOffBooking(tx, { tenant, id }, listOrigins(portal, 'booking.list', 'callOff'), now);
    const booking = outcome === 'done' ? await findBooking(tx, tenant, id, now) : undefined;
    if (!booking) return outcome;
    await tellOfKept(tx, { keys }, portal, { ...describeMove(portal, 'callOff', booking, now), given: { reason } }, now);
    await besides(tx);
    return outcome;
  });
}

/**
 * Records that the visitor of an approved booking came, on its day or later, and credits it, in one transaction.
 * @returns false when there is no such booking
 */
export async function checkInVisitor(
  db: Queryable,
  institution: PointInstitution,
  id: string,
  now: number,
  besides = nothing,
): Promise<boolean> {
  const { tenant } = institution;
  return inTransaction(db, async (tx) => {
    const booking = await checkInBooking(tx, { tenant, id }, formatDate(now), now);
    if (!booking) return false;
    const { member, module, venueName } = booking;
    await creditDeed(tx, institution, { name: 'attended', module, member, key: `booking ${id}`, about: venueName }, now);
    await besides(tx);
    return true;
  });
}

/** Returns a move of a booking as its member is told of it. */
export const describeMove = (portal: CompiledPortal, name: BookingMove, booking: StoredBooking, now: number) => ({
  service: 'booking.list' as const,
  name,
  member: booking.member,
  key: booking.id,
  item: { id: booking.id, ...describeBooked(portal, booking, now) },
});
