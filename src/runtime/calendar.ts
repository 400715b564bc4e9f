import type { Layout, ListPage, MonthCalendar, Page } from '../model/definitions.g';
import type { ClientEndpoint } from '../model/compiled';
import type { JsonObject } from '../model/json';
import type { ListState } from '../model/payload';
import { resolve } from '../model/pointer';
import type { Controls } from './lists';
import { formatDate, getStartOfDay, getStartOfMonth, parseTime, toClockParts } from './time';

/** A month, such as 2026-11. */
const monthForm = /^(?:19|[2-9]\d)\d{2}-(?:0[1-9]|1[0-2])$/;

/** Returns whether a text names a month that calendars show. */
export const isMonth = (text: string): boolean => monthForm.test(text);

/** The root of the fields that a calendar shows of the entries of its list. */
export const calendarRoot = 'calendar';

/** Entries of a month that are fetched at most: who lists more is told so. */
export const mostEntries = 200;
/** Days after which an entry goes on for long, unless the calendar says otherwise. */
const usualLongest = 14;
const dayLength = 86_400_000;

type Calendar = Layout & { calendar: MonthCalendar };
const isCalendar = (layout: Layout | undefined): layout is Calendar => layout?.calendar !== undefined;

/** Returns the calendar that a list is shown as in a state; undefined for any other layout. */
export function findCalendar(page: Page, { view }: Pick<ListState, 'view'>): Calendar | undefined {
  const layout = page.kind === 'list' && view !== undefined ? page.layouts[view] : undefined;
  return isCalendar(layout) ? layout : undefined;
}

/** Returns the calendars among the layouts of a page. */
export const listCalendars = (page: Page): Calendar[] => (page.kind === 'list' ? Object.values(page.layouts).filter(isCalendar) : []);

/** The layouts of a list that visitors choose among: those with a label, if there is more than one. */
export function listViews({ layouts = {} }: Partial<Pick<ListPage, 'layouts'>>): [name: string, layout: Layout][] {
  const labelled = Object.entries(layouts).filter(([, { label }]) => label !== undefined);
  return labelled.length > 1 ? labelled : [];
}

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

/** Returns whether a filter narrows a list by its time, so that it has no part in a calendar: the months are its time. */
export const isOfTime = (
  name: string,
  { filters = {} }: Controls,
  { filter }: MonthCalendar,
  endpoint: ClientEndpoint | undefined,
): boolean => name === filter || endpoint?.params[filters[name]?.param ?? '']?.range !== undefined;

/**
 * Returns the state of a list in which it has what lies in some days: those and no other times.
 * @param days the first and the last of them, such as 2026-11-20
 */
export function chooseDays(
  list: Controls,
  state: ListState,
  calendar: MonthCalendar,
  endpoint: ClientEndpoint | undefined,
  days: readonly [string, string],
): ListState {
  const { view: _view, month: _month, ...others } = state;
  const kept = Object.entries(state.filters).filter(([name]) => !isOfTime(name, list, calendar, endpoint));
  return { ...others, page: 1, filters: { ...Object.fromEntries(kept), [calendar.filter]: [...days] } };
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
