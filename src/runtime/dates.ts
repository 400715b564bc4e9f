import type { Format } from '../model/definitions.g';
import type { TextKey, Texts } from '../model/textKeys.g';
import { formatPattern, type Patterns } from './text';
import { formatDate, formatIso, getStartOfDay, parseTime, toClockParts } from './time';
import { formatClock, parseVenueTime, type TimeRange, type VenueTime } from './venueTime';

/** What dates are written with: the words of the institution, and the moment whose year goes without saying. */
export interface Dating {
  texts: Texts;
  patterns: Patterns;
  /** Milliseconds since 1970, by the clock of the server that made the page, so that browsers write what it wrote. */
  now: number;
}

/** What a format says of a moment besides month and day. The year is there when it is another one than now. */
const said = {
  date: { weekday: false, clock: false, year: false },
  dateTime: { weekday: false, clock: true, year: false },
  fullDate: { weekday: false, clock: false, year: true },
  day: { weekday: true, clock: false, year: false },
  moment: { weekday: true, clock: true, year: false },
  range: { weekday: true, clock: true, year: false },
} as const satisfies Partial<Record<Format, { weekday: boolean; clock: boolean; year: boolean }>>;

/** A way to write a moment, alone or from one to another. */
export type DateFormat = keyof typeof said;

/** A moment in words and, for machines, in ISO 8601. */
export interface WrittenTime {
  text: string;
  at: string;
}

/** One moment or the two ends of a span, as they stand beside each other. */
export interface WrittenSpan {
  times: [WrittenTime] | [WrittenTime, WrittenTime];
  /** What stands between two of them. */
  join: string;
  /** All of it. */
  text: string;
}

/** Formats a shared text by its name. */
type Say = (name: TextKey, values?: Record<string, string | number>) => string;

const toSay =
  ({ texts, patterns }: Dating): Say =>
  (name, values = {}) =>
    formatPattern(texts[name] ?? '', values, patterns);

const day = 86_400_000;
const weekdays: readonly TextKey[] = ['weekday0', 'weekday1', 'weekday2', 'weekday3', 'weekday4', 'weekday5', 'weekday6'];

/** Returns whether a format is one of moments. */
export const isDateFormat = (format: Format | undefined): format is DateFormat => format !== undefined && Object.hasOwn(said, format);

/**
 * Writes a moment in words, with its clock only where it does not show 00:00 (ledger CONV-22).
 * @param time milliseconds since 1970
 */
export const writeTime = (time: number, format: DateFormat, dating: Dating): string =>
  write(time, format, dating, toClockParts(dating.now).year);

/** Returns the name of a weekday, 0 is Sunday. */
export const writeWeekday = (say: Say, weekday: number): string => say(weekdays[weekday] ?? 'weekday0');

/** Returns month and day in words, with the year and the weekday (0 is Sunday) where they are given. */
export function writeDay(say: Say, { year, weekday, ...parts }: { month: number; day: number; year?: number; weekday?: number }): string {
  const words = year === undefined ? say('dayFormat', parts) : say('yearDayFormat', { ...parts, year });
  return weekday === undefined ? words : say('weekdayFormat', { day: words, weekday: writeWeekday(say, weekday) });
}

/** Returns stretches of a day in words, from when to when. */
export const writeRanges = (say: Say, ranges: readonly TimeRange[]): string =>
  ranges.map(({ from, to }) => `${formatClock(from)}${say('spanWithinDay')}${formatClock(to)}`).join(say('listSeparator'));

/**
 * Writes what a reply says of a time: a moment, a span of two, or a day with its stretches (`2026-11-21 09:00-10:30,14:00-15:00`). A span within
 * a day says the day once, one whose ends are written alike only its beginning, one of whole days no clock, nor one within a day from 00:00 (CONV-22); a range has a clock only when it is shorter
 * than a day.
 * @param until the end; undefined for a moment
 * @returns undefined when there is no time in it
 */
export function writeSpan(begin: unknown, until: unknown, format: DateFormat, dating: Dating): WrittenSpan | undefined {
  // Before the moments: the end of its first stretch would be taken for a zone.
  const booked = typeof begin === 'string' ? parseVenueTime(begin) : undefined;
  if (booked) return writeAlone(writeBooked(booked, format, dating), booked.day);
  const [from, to] = [parseTime(begin), parseTime(until)];
  if (from === undefined) return to === undefined ? undefined : writeEnd(to, format, dating);
  if (to === undefined) return writeAlone(writeTime(from, format, dating), toMachine(from, format));
  const written = isOfWholeDays(from, to) || (format === 'range' && to - from >= day) ? toDays(format) : format;
  return sharesDay(from, to, written) ? writeWithinDay(from, to, written, dating) : writeDays(from, to, written, dating);
}

const writeAlone = (text: string, at: string): WrittenSpan => ({ times: [{ text, at }], join: '', text });

function writeEnd(to: number, format: DateFormat, dating: Dating): WrittenSpan {
  const text = toSay(dating)('spanUntil', { time: writeTime(to, format, dating) });
  return writeAlone(text, toMachine(to, format));
}

function writeBooked({ day: name, ranges }: VenueTime, format: DateFormat, dating: Dating): string {
  const date = writeTime(parseTime(name) ?? 0, toDays(format), dating);
  const say = toSay(dating);
  return said[format].clock ? say('clockFormat', { day: date, time: writeRanges(say, ranges) }) : date;
}

/** A span within a day; one that ends as the next day begins ends at 24:00. */
function writeWithinDay(from: number, to: number, format: DateFormat, dating: Dating): WrittenSpan {
  const [begin, end] = [showClock(from), to === getStartOfDay(from) + day ? '24:00' : showClock(to)];
  if (!hasClock(from, format) || to <= from || begin === end) return writeAlone(writeTime(from, format, dating), toMachine(from, format));
  const text = toSay(dating)('clockFormat', { day: writeTime(from, toDays(format), dating), time: begin });
  const first = { text, at: formatMinute(from) };
  return joinTimes(first, { text: end, at: formatMinute(to) }, toSay(dating)('spanWithinDay'));
}

/** The year of the end is said where it is another one than that of the beginning. */
function writeDays(from: number, to: number, format: DateFormat, dating: Dating): WrittenSpan {
  const last = { text: write(to, format, dating, toClockParts(from).year), at: toMachine(to, format) };
  return joinTimes({ text: writeTime(from, format, dating), at: toMachine(from, format) }, last, toSay(dating)('spanOfDays'));
}

const joinTimes = (first: WrittenTime, last: WrittenTime, join: string): WrittenSpan => ({
  times: [first, last],
  join,
  text: `${first.text}${join}${last.text}`,
});

function write(time: number, format: DateFormat, dating: Dating, knownYear: number): string {
  const { year, month, day: date, weekday } = toClockParts(time);
  const is = said[format];
  const parts = { month, day: date, ...(is.year || year !== knownYear ? { year } : {}), ...(is.weekday ? { weekday } : {}) };
  const say = toSay(dating);
  const words = writeDay(say, parts);
  return hasClock(time, format) ? say('clockFormat', { day: words, time: showClock(time) }) : words;
}

/** The same way to write without a clock. */
const toDays = (format: DateFormat): DateFormat => (format === 'dateTime' ? 'date' : said[format].clock ? 'day' : format);

const hasClock = (time: number, format: DateFormat): boolean => said[format].clock && getStartOfDay(time) !== time;

const toMachine = (time: number, format: DateFormat): string => (hasClock(time, format) ? formatMinute(time) : formatDate(time));

/** A moment as `2026-11-20T09:30+08:00`. */
const formatMinute = (time: number): string => formatIso(time).replace(/:\d\d\+/, '+');

const showClock = (time: number): string => formatClock(Math.floor((time - getStartOfDay(time)) / 60_000));

/** From the first minute of a day to the last of the same or another, or to a day without a clock. */
const isOfWholeDays = (from: number, to: number): boolean =>
  getStartOfDay(from) === from && (showClock(to) === '00:00' || showClock(to) === '23:59');

const sharesDay = (from: number, to: number, format: DateFormat): boolean =>
  getStartOfDay(from) === getStartOfDay(to) || (said[format].clock && hasClock(from, format) && to === getStartOfDay(from) + day);
