import { findBooking } from '../../../database/bookings/bookingLists';
import { judgeBooking, type Decision } from '../../../database/bookings/bookings';
import { asString } from '../../../model/json';
import { type ErrorCode, RequestError } from '../../api/errors';
import type { KeptDecisions } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { decideWithin } from './decide';

/** What is said of a decision that cannot be made. */
const failures: Readonly<Record<Exclude<Decision, 'done'>, ErrorCode>> = {
  missing: 'noSuchBooking',
  decided: 'deskBookingDecided',
  over: 'bookingTimePast',
  taken: 'bookingTaken',
};

/** Decisions of the staff on bookings: they are approved or rejected. */
export const bookingDecisions: KeptDecisions<Pick<AccountServices, 'keys'>> = {
  recorded: 'booking',
  async judge(tx, { tenant }, { id, move, now }) {
    const outcome = await judgeBooking(tx, { tenant, id }, move === 'approve', now);
    const booking = outcome === 'done' ? await findBooking(tx, tenant, id, now) : undefined;
    if (!booking) throw new RequestError(failures[outcome === 'done' ? 'missing' : outcome]);
    return `${booking.venueName} ${booking.venueTime}`;
  },
  async make(tx, accounts, site, { id, move, given, now }) {
    const decided = { id, approve: move === 'approve', reason: asString(given['reason']), now };
    return (await decideWithin(tx, accounts, site, decided)) === 'done';
  },
};
