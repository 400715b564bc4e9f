import { writeDay, writeRanges } from '../../../runtime/dates';
import type { TimeRange } from '../../../runtime/venueTime';
import type { Say } from '../../data/context';
import type { PickerDay } from './days';
import { countHours } from './hours';
import type { TimeInfo } from './kinds';

/** Returns the date of a day in words, with its weekday. */
export const formatDay = (say: Say, { month, date, weekday }: Pick<PickerDay, 'month' | 'date' | 'weekday'>): string =>
  writeDay(say, { month, day: date, weekday });

/** Returns why a day cannot be booked; undefined where that is its weekday. */
export function formatReason(
  say: Say,
  { reason }: PickerDay,
  { days = 0, leadHours = 0 }: Pick<TimeInfo, 'days' | 'leadHours'>,
): string | undefined {
  if (reason === 'soon') return say('pickerTooSoon', { hours: leadHours, days: leadHours % 24 === 0 ? leadHours / 24 : 0 });
  return reason === 'far' && days > 0 ? say('pickerTooFar', { days }) : undefined;
}

/** Returns the months of days: one, or the first and the last of them. */
export function formatMonths(say: Say, days: readonly PickerDay[]): string {
  const [first, last] = [days[0]?.month, days.at(-1)?.month];
  if (first === undefined || last === undefined) return '';
  return first === last ? say('pickerMonth', { month: first }) : say('pickerMonths', { from: first, to: last });
}

/** Returns what was chosen, as it is read out. */
export const formatChoice = (say: Say, day: PickerDay, ranges: readonly TimeRange[]): string =>
  say('pickerChoice', {
    date: say('dayFormat', { month: day.month, day: day.date }),
    times: writeRanges(say, ranges),
    hours: countHours(ranges),
  });
