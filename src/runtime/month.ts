import type { MonthCalendar } from '../model/definitions.g';
import type { JsonObject } from '../model/json';
import { resolve } from '../model/pointer';
import { isMonth } from './calendar';
import { formatDate, getStartOfDay, getStartOfMonth, parseTime, toClockParts } from './time';

/** Days after which an entry goes on for long, unless the calendar says otherwise. */
const usualLongest = 14;
const dayLength = 86_400_000;

/** A day of a calendar. */
export interface CalendarDay {
  /** Such as 2026-11-20. */
  date: string;
  /** Milliseconds since 1970 at which it begins. */
  time: number;
  /** Whether it is of the month itself, not of those around it. */
  inMonth: boolean;
}

/** A month in weeks, Monday first. */
export interface CalendarMonth {
  year: number;
  month: number;
  /** Its first and its last day. */
  first: string;
  last: string;
  weeks: CalendarDay[][];
  /** The months before and after it, such as 2026-10; undefined where calendars have none. */
  previous?: string;
  next?: string;
  /** Whether it is that of now. */
  isCurrent: boolean;
}

const toName = (time: number): string => formatDate(time).slice(0, 7);

/**
 * Returns the month that the address names, else the one of now.
 * @param now milliseconds since 1970
 */
export function buildMonth(named: string | undefined, now: number): CalendarMonth {
  const [year = 0, month = 0] = (named ?? toName(now)).split('-').map(Number);
  const [begin, end] = [getStartOfMonth(year, month), getStartOfMonth(year, month + 1)];
  const monday = begin - ((toClockParts(begin).weekday + 6) % 7) * dayLength;
  const weeks = Array.from({ length: Math.ceil((end - monday) / (7 * dayLength)) }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column): CalendarDay => {
      const time = monday + (row * 7 + column) * dayLength;
      return { date: formatDate(time), time, inMonth: time >= begin && time < end };
    }),
  );
  // Whoever follows all links comes to an end.
  const here = toClockParts(now).year;
  const near = (name: string): string | undefined => (isMonth(name) && Math.abs(Number(name.slice(0, 4)) - here) <= 5 ? name : undefined);
  const [previous, next] = [near(toName(begin - 1)), near(toName(end))];
  return {
    year,
    month,
    first: formatDate(begin),
    last: formatDate(end - 1),
    weeks,
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
    isCurrent: toName(begin) === toName(now),
  };
}

/** What lies in a month: by day, and what goes on for so long that it would stand on all of them. */
export interface PlacedEntries {
  days: ReadonlyMap<string, readonly JsonObject[]>;
  lasting: readonly JsonObject[];
}

/** Puts entries on the days that they have a part of; those without an end are on the day on which they begin. */
export function placeEntries(
  rows: readonly JsonObject[],
  { begin: beginAt, end: endAt, longest = usualLongest }: MonthCalendar,
  { weeks }: Pick<CalendarMonth, 'weeks'>,
): PlacedEntries {
  const days = new Map<string, JsonObject[]>(weeks.flat().flatMap(({ date, inMonth }) => (inMonth ? [[date, []]] : [])));
  const lasting: JsonObject[] = [];
  for (const row of rows) {
    const begin = parseTime(resolve(beginAt, row));
    if (begin === undefined) continue;
    const end = (endAt === undefined ? undefined : parseTime(resolve(endAt, row))) ?? begin;
    // What ends as a day begins has no part of it.
    const [first, last] = [getStartOfDay(begin), getStartOfDay(Math.max(begin, end - 1))];
    if (last - first >= longest * dayLength) lasting.push(row);
    else for (let day = first; day <= last; day += dayLength) days.get(formatDate(day))?.push(row);
  }
  return { days, lasting };
}
