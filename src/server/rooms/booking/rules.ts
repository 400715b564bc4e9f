import type { ErrorCode } from '../../api/errors';
import { clockParts, formatDate, parseTime } from '../../../runtime/time';
import { formatRange, parseVenueTime, type TimeRange, type VenueTime } from '../../../runtime/venueTime';
import type { Opening } from './opening';

/** Why a time cannot be booked: the code of the error and the arguments of its text. */
export interface TimeFault {
  code: ErrorCode;
  values?: Record<string, string | number>;
}

const day = 86_400_000;

/**
 * Whether a venueTime is one that can be booked at all, whoever else has booked (ledger PICK-01, 06, 12, 17 to 20).
 * @param now milliseconds since 1970; what has begun cannot be booked
 * @returns the time, or why not
 */
export function bookableTime(text: string, opening: Opening, now: number): { time: VenueTime } | { fault: TimeFault } {
  const time = parseVenueTime(text);
  if (!time) return { fault: { code: 'bookingTimeInvalid' } };
  const fault =
    dayFault(time, opening, now) ?? (opening.sections ? sectionFault(time.ranges, opening.sections) : hoursFault(time.ranges, opening));
  return fault ? { fault } : { time };
}

/** The moment at which a clock shows so many minutes since midnight on a day, in milliseconds since 1970. */
export function momentOf(date: string, minutes: number): number {
  return (parseTime(date) ?? Number.NaN) + minutes * 60_000;
}

function dayFault({ day: date, ranges }: VenueTime, { days, cycle }: Opening, now: number): TimeFault | undefined {
  if (momentOf(date, ranges[0]?.from ?? 0) <= now) return { code: 'bookingTimePast' };
  const ahead = (momentOf(date, 0) - momentOf(formatDate(now), 0)) / day;
  if (ahead >= days) return { code: 'bookingTooFar', values: { days } };
  return cycle.includes(clockParts(momentOf(date, 0)).weekday) ? undefined : { code: 'bookingDayClosed' };
}

function hoursFault(ranges: readonly TimeRange[], { hours, grid }: Opening): TimeFault | undefined {
  if (ranges.length > 1) return { code: 'bookingOneRange' };
  if (ranges.some(({ from, to }) => from < hours.from || to > hours.to))
    return { code: 'bookingOutsideHours', values: { hours: formatRange(hours) } };
  return ranges.some(({ from, to }) => from % grid !== 0 || to % grid !== 0)
    ? { code: 'bookingOffGrid', values: { minutes: grid } }
    : undefined;
}

function sectionFault(ranges: readonly TimeRange[], sections: readonly TimeRange[]): TimeFault | undefined {
  const known = (range: TimeRange): boolean => sections.some(({ from, to }) => from === range.from && to === range.to);
  return ranges.every(known) ? undefined : { code: 'bookingNoSection' };
}
