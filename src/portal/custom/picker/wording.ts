import type { TextKey } from '../../../model/textKeys.g';
import { formatClock, parseVenueTime, type TimeRange } from '../../../runtime/venueTime';
import type { Say } from '../../data/context';
import type { PickerDay } from './days';
import { countHours } from './hours';

/** Returns the date of a day in words, with its weekday. */
export const formatDay = (say: Say, { month, date, weekday }: Pick<PickerDay, 'month' | 'date' | 'weekday'>): string =>
  `${say('dayFormat', { month, day: date })} ${formatWeekday(say, weekday)}`;

const weekdays: readonly TextKey[] = ['weekday0', 'weekday1', 'weekday2', 'weekday3', 'weekday4', 'weekday5', 'weekday6'];

/** Returns the name of a weekday, 0 is Sunday. */
export const formatWeekday = (say: Say, weekday: number): string => say(weekdays[weekday] ?? 'weekday0');

/** Returns the months of days: one, or the first and the last of them. */
export function formatMonths(say: Say, days: readonly PickerDay[]): string {
  const [first, last] = [days[0]?.month, days.at(-1)?.month];
  if (first === undefined || last === undefined) return '';
  return first === last ? say('pickerMonth', { month: first }) : say('pickerMonths', { from: first, to: last });
}

/** Ranges of a day in words, from when to when. */
export const formatRanges = (say: Say, ranges: readonly TimeRange[]): string =>
  ranges.map(({ from, to }) => say('pickerRange', { from: formatClock(from), to: formatClock(to) })).join(say('listSeparator'));

/** Returns what was chosen, as it is read out. */
export const formatChoice = (say: Say, day: PickerDay, ranges: readonly TimeRange[]): string =>
  say('pickerChoice', {
    date: say('dayFormat', { month: day.month, day: day.date }),
    times: formatRanges(say, ranges),
    hours: countHours(ranges),
  });

/** Returns a venueTime in words: the day with its weekday, and from when to when; the empty text when it is none. */
export function formatBooking(say: Say, venueTime: string): string {
  const time = parseVenueTime(venueTime);
  if (!time) return '';
  const [, month = '', day = ''] = time.day.split('-');
  const weekday = new Date(`${time.day}T00:00:00Z`).getUTCDay();
  return `${formatDay(say, { month: Number(month), date: Number(day), weekday })} ${formatRanges(say, time.ranges)}`;
}
