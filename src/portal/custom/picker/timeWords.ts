import { parseVenueTime } from '../../../runtime/venueTime';
import type { Say } from '../../data/context';
import { rangeWords, weekdayWords } from './wording';

/** A venueTime in words: the day with its weekday, and from when to when; the empty text when it is none. */
export function timeWords(say: Say, venueTime: string): string {
  const time = parseVenueTime(venueTime);
  if (!time) return '';
  const [, month = '', day = ''] = time.day.split('-');
  const weekday = new Date(`${time.day}T00:00:00Z`).getUTCDay();
  return `${say('dayFormat', { month: Number(month), day: Number(day) })} ${weekdayWords(say, weekday)} ${rangeWords(say, time.ranges)}`;
}
