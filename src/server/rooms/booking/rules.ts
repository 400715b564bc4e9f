import { toClockParts, formatDate, parseTime } from '../../../runtime/time';
import { formatRange, parseVenueTime, type TimeRange, type VenueTime } from '../../../runtime/venueTime';
import type { ErrorCode } from '../../api/errors';
import type { Opening } from './opening';

/** Why a time cannot be booked: the code of the error and the arguments of its text. */
interface TimeFault {
  code: ErrorCode;
  values?: Record<string, string | number>;
}

const [hour, day] = [3_600_000, 86_400_000];

/**
 * Returns whether a venueTime is one that can be booked at all, whoever else has booked (ledger PICK-01, 06, 12, 17 to 20).
 * @param now milliseconds since 1970; what has begun cannot be booked
 * @returns the time, or why not
 */
export function checkTime(text: string, opening: Opening, now: number): { time: VenueTime } | { fault: TimeFault } {
  const time = parseVenueTime(text);
  if (!time) return { fault: { code: 'bookingTimeInvalid' } };
  const fault =
    findDayFault(time, opening, now) ??
    (opening.sections ? findSectionFault(time.ranges, opening.sections) : findHoursFault(time.ranges, opening));
  return fault ? { fault } : { time };
}

/** Returns the moment at which a clock shows so many minutes since midnight on a day, in milliseconds since 1970. */
export function toInstant(date: string, minutes: number): number {
  return (parseTime(date) ?? Number.NaN) + minutes * 60_000;
}

function findDayFault({ day: date, ranges }: VenueTime, { days, cycle, lead }: Opening, now: number): TimeFault | undefined {
  const begin = toInstant(date, ranges[0]?.from ?? 0);
  if (begin <= now) return { code: 'bookingTimePast' };
  if (begin < now + lead * hour) return { code: 'bookingTooSoon', values: { hours: lead, days: lead % 24 === 0 ? lead / 24 : 0 } };
  const ahead = (toInstant(date, 0) - toInstant(formatDate(now), 0)) / day;
  if (ahead >= days) return { code: 'bookingTooFar', values: { days } };
  return cycle.includes(toClockParts(toInstant(date, 0)).weekday) ? undefined : { code: 'bookingDayClosed' };
}

function findHoursFault(ranges: readonly TimeRange[], { hours, grid }: Opening): TimeFault | undefined {
  if (ranges.length > 1) return { code: 'bookingOneRange' };
  if (ranges.some(({ from, to }) => from < hours.from || to > hours.to))
    return { code: 'bookingOutsideHours', values: { hours: formatRange(hours) } };
  return ranges.some(({ from, to }) => from % grid !== 0 || to % grid !== 0)
    ? { code: 'bookingOffGrid', values: { minutes: grid } }
    : undefined;
}

function findSectionFault(ranges: readonly TimeRange[], sections: readonly TimeRange[]): TimeFault | undefined {
  const known = (range: TimeRange): boolean => sections.some(({ from, to }) => from === range.from && to === range.to);
  return ranges.every(known) ? undefined : { code: 'bookingNoSection' };
}
