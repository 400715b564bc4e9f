import { unusedBookings } from '../../../database/bookings/bookingLists';
import { unusedEnrolments, type UnusedCounter } from './unused';

/** The kinds of tickets that count when they are left unused; each room that gives tickets adds its own. */
export const unusedCounters: readonly UnusedCounter[] = [unusedEnrolments, unusedBookings];
