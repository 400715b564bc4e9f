import type { OpeningHours } from '../../model/definitions.g';
import { writeSpan, writeTime, type Dating } from '../../runtime/dates';
import type { OpeningDay } from '../../runtime/opening';
import { formatDate, parseTime } from '../../runtime/time';
import type { TodayEntry } from '../../runtime/today';
import type { Say } from '../data/context';

const dayLength = 86_400_000;

/** Returns the hours of a day in words, each with the time when nobody is let in any more; the empty text for none. */
export const writeHours = (say: Say, hours: readonly OpeningHours[]): string =>
  hours
    .map(
      ({ opens, closes, lastEntry }) =>
        `${opens}${say('spanWithinDay')}${closes}${lastEntry === undefined ? '' : say('openingLastEntry', { time: lastEntry })}`,
    )
    .join(say('listSeparator'));

/** Returns a day in words, with what follows it: today and tomorrow as such. */
function writeRelative(say: Say, time: number, words: string, dating: Dating): string {
  const date = formatDate(time);
  if (date === formatDate(dating.now)) return say('todayAt', { time: words });
  if (date === formatDate(dating.now + dayLength)) return say('tomorrowAt', { time: words });
  return `${writeTime(time, 'day', dating)} ${words}`;
}

/** Returns when an institution opens next. */
export const writeNextOpening = (say: Say, { date, hours }: OpeningDay, dating: Dating): string =>
  writeRelative(say, parseTime(date) ?? dating.now, writeHours(say, hours), dating);

/** Returns when something is, as somebody wants to know today: until when what runs for days, else the day and from when to when. */
export function writeWhen(say: Say, { begin, end, standing }: TodayEntry, dating: Dating): string {
  if (standing === 'lasting') return say('todayUntil', { time: writeTime(end ?? begin, 'day', dating) });
  const [day, span] = [writeTime(begin, 'day', dating), writeSpan(begin, end, 'moment', dating)?.text ?? ''];
  // What the day is called stands in its place.
  return span.startsWith(`${day} `) ? writeRelative(say, begin, span.slice(day.length + 1), dating) : span;
}
