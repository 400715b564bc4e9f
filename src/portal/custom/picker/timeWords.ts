import { formatClock, parseVenueTime } from '../../../runtime/venueTime';
import type { Say } from '../../data/context';

/** A venueTime in words: the day with its weekday, and from when to when; the empty text when it is none. */
export function timeWords(say: Say, venueTime: string): string {
  const time = parseVenueTime(venueTime);
  if (!time) return '';
  const [, month = '', day = ''] = time.day.split('-');
  const weekday = new Date(`${time.day}T00:00:00Z`).getUTCDay();
  const ranges = time.ranges
    .map(({ from, to }) => say('pickerRange', { from: formatClock(from), to: formatClock(to) }))
    .join(say('listSeparator'));
  return `${say('dayFormat', { month: Number(month), day: Number(day) })} ${say(`weekday${weekday}`)} ${ranges}`;
}
