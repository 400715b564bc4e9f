import type { WeekCalendarSection } from '../../../model/definitions.g';
import { asObject, asString, type Json, type JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { holds } from '../../../runtime/condition';
import { writeTime, writeWeekday } from '../../../runtime/dates';
import { formatDisplay } from '../../../runtime/display';
import { formatDate, getStartOfDay, parseTime, toClockParts } from '../../../runtime/time';
import { isDay } from '../../../runtime/venueTime';
import { evaluate } from '../../../runtime/value';
import type { Scope } from '../../../runtime/roots';
import { type PageContext, usePage, useShell } from '../../data/context';
import { type Column, findHours, layOutColumn, type Span } from './layOutWeek';

const dayLength = 86_400_000;
const minute = 60_000;

/** A place to choose, and what it is called. */
export interface Place {
  id: string;
  title: string;
}

/** A calendar without its markup. */
export interface Week {
  /** Whether it is one day of all places. */
  isOfDay: boolean;
  /** The day that the address names, else today; and all days that are shown. */
  day: string;
  today: string;
  days: readonly string[];
  places: readonly Place[];
  /** The place that is shown; undefined where all are. */
  place: Place | undefined;
  columns: readonly Column[];
  hours: { from: number; to: number };
  /** Returns the address of the page with other values in its query; undefined takes one away. */
  address: (changes: Readonly<Record<string, string | undefined>>) => string;
}

/** Works a calendar out of what its section says. */
export function useWeek(section: WeekCalendarSection): Week {
  const context = usePage();
  const { say } = useShell();
  const { page } = context;
  const query = asObject(context.scope['query']);
  const today = formatDate(page.now);
  const day = isDay(asString(query['day'])) ? asString(query['day']) : today;
  const places = readPlaces(section, context);
  const isOfDay = places.length > 0 && query['view'] === 'day';
  const place = isOfDay ? undefined : (places.find(({ id }) => id === query['id']) ?? places[0]);
  const days = isOfDay ? [day] : listWeek(day);
  const spans = listRows(resolve(section.rows, context.scope)).flatMap((row) => readSpan(section, row, context) ?? []);
  const hours = findHours(spans);
  const lay = (key: string, date: string, of: Place | undefined, heading: string): Column => {
    const own = spans.filter((span) => span.day === date && (span.place === undefined || of === undefined || span.place === of.id));
    const over = Math.max(0, (page.now - (parseTime(date) ?? 0)) / minute);
    const notes = own.filter(({ part }) => part === 'heading');
    return { key, day: date, ...(of ? { place: of.id } : {}), heading, notes, cells: layOutColumn(own, hours, over) };
  };
  return {
    isOfDay,
    day,
    today,
    days,
    places,
    place,
    hours,
    columns: isOfDay
      ? places.map((each) => lay(each.id, day, each, each.title))
      : days.map((date) => lay(date, date, place, writeWeekday(say, toClockParts(parseTime(date) ?? 0).weekday))),
    address: (changes) => {
      const kept = { id: asString(query['id']), day: asString(query['day']), view: asString(query['view']), ...changes };
      const written = Object.entries(kept).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
      return written.length === 0 ? page.path : `${page.path}?${new URLSearchParams(written).toString()}`;
    },
  };
}

/** Returns a day of a month with its weekday, in words. */
export const writeDayOf = (date: string, { showContext }: Pick<PageContext, 'showContext'>): string =>
  writeTime(parseTime(date) ?? 0, 'day', showContext);

/** Returns the day so many days after another one. */
export const shiftDay = (date: string, by: number): string => formatDate((parseTime(date) ?? 0) + by * dayLength);

/** Monday first. */
function listWeek(date: string): string[] {
  const { weekday } = toClockParts(parseTime(date) ?? 0);
  return Array.from({ length: 7 }, (_, at) => shiftDay(date, at - ((weekday + 6) % 7)));
}

const listRows = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.map(asObject) : []);

function readPlaces({ places, placeTitle }: WeekCalendarSection, { scope, showContext }: PageContext): Place[] {
  if (places === undefined) return [];
  return listRows(resolve(places, scope)).map((row) => {
    const id = asString(row['id']);
    return { id, title: formatDisplay(placeTitle, { ...scope, row }, showContext)?.text ?? id };
  });
}

/** Undefined of a row without times. */
function readSpan(section: WeekCalendarSection, row: JsonObject, { scope: around, showContext }: PageContext): Span | undefined {
  const scope: Scope = { ...around, row };
  const [begin, end] = [parseTime(evaluate(section.begin, scope)), parseTime(evaluate(section.end, scope))];
  if (begin === undefined || end === undefined || begin >= end) return undefined;
  const midnight = getStartOfDay(begin);
  const place = asString(evaluate(section.place, scope));
  const is = (condition: WeekCalendarSection['ground']): boolean => condition !== undefined && holds(condition, scope);
  return {
    row,
    day: formatDate(begin),
    from: (begin - midnight) / minute,
    to: Math.min(24 * 60, (end - midnight) / minute),
    ...(place === '' ? {} : { place }),
    title: formatDisplay(section.title, scope, showContext),
    state: formatDisplay(section.state, scope, showContext),
    part: is(section.heading) ? 'heading' : is(section.ground) ? 'ground' : is(section.faded) ? 'faded' : 'taken',
    whole: is(section.whole),
  };
}
