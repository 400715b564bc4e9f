import type { OpeningTimes, OpeningHours, WeeklyHours } from '../model/definitions.g';
import { formatDate, getStartOfDay, parseTime, toClockParts } from './time';

/** A day of an institution. */
export interface OpeningDay {
  /** Such as 2026-11-20. */
  date: string;
  /** What the day is called where it differs from an ordinary week. */
  title?: string;
  /** From when to when it is open; empty when it is closed. */
  hours: readonly OpeningHours[];
}

/**
 * How an institution stands at a moment: closed all day, not open yet, open, open without letting anybody in, between two of its hours, or over
 * for today.
 */
export type OpeningPhase = 'closed' | 'before' | 'open' | 'noEntry' | 'pause' | 'over';

/** How an institution stands at a moment, and until when that holds. */
export interface OpeningState {
  phase: OpeningPhase;
  today: OpeningDay;
  /** Where it can be gone into: until when, such as 16:30. */
  until?: string;
  /** Where it cannot: the next day with hours that begin later; undefined where none is known. */
  next?: OpeningDay;
  /** Milliseconds since 1970 at which this no longer holds; the next midnight at the latest. */
  changesAt: number;
}

type Weekday = WeeklyHours['days'][number];

const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const dayLength = 86_400_000;
/** Days after today among which the next open one is sought. */
const mostDays = 400;

/** Returns minutes since midnight of a time such as 09:30; 24:00 is the end of the day. */
const readMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the minutes from the midnight before it opens to when it opens, lets nobody in any more, and closes: those of the next day are more than 1440. */
export function measureHours({ opens, closes, lastEntry, nextDay = false }: OpeningHours): {
  opens: number;
  lastEntry: number;
  closes: number;
} {
  const from = readMinutes(opens);
  const after = (time: string): number => readMinutes(time) + (nextDay && readMinutes(time) < from ? 1440 : 0);
  const end = readMinutes(closes) + (nextDay ? 1440 : 0);
  return { opens: from, lastEntry: lastEntry === undefined ? end : after(lastEntry), closes: end };
}

/** Returns what an institution's settings say of a day. */
export function findOpeningDay({ weekly, special = {} }: OpeningTimes, date: string): OpeningDay {
  const differing = Object.values(special).find(({ from, to = from }) => from <= date && date <= to);
  if (differing) return { date, title: differing.title, hours: differing.hours ?? [] };
  const weekday = weekdays[toClockParts(parseTime(date) ?? 0).weekday];
  return { date, hours: Object.values(weekly).find(({ days }) => days.some((day) => day === weekday))?.hours ?? [] };
}

/**
 * Returns how an institution stands at a moment on the clocks of Asia/Shanghai.
 * @param now milliseconds since 1970
 */
export function findOpeningState(opening: OpeningTimes, now: number): OpeningState {
  const midnight = getStartOfDay(now);
  const today = findOpeningDay(opening, formatDate(now));
  // Hours that began yesterday may go on.
  const spans = [...listSpans(findOpeningDay(opening, formatDate(midnight - 1)), midnight - dayLength), ...listSpans(today, midnight)];
  const changes = spans.flatMap(({ opens, lastEntry, closes }) => [opens, lastEntry, closes]).filter((moment) => moment > now);
  const state = { today, changesAt: Math.min(midnight + dayLength, ...changes) };
  const running = spans.find(({ opens, closes }) => opens <= now && now < closes);
  if (running && now < running.lastEntry) return { ...state, phase: 'open', until: running.hours.closes };
  const next = findNextDay(opening, now);
  return { ...state, phase: running ? 'noEntry' : findPhase(today, listSpans(today, midnight), now), ...(next ? { next } : {}) };
}

function findPhase({ hours }: OpeningDay, spans: readonly Span[], now: number): OpeningPhase {
  if (hours.length === 0) return 'closed';
  if (spans.every(({ opens }) => now < opens)) return 'before';
  return spans.some(({ opens }) => now < opens) ? 'pause' : 'over';
}

/** Hours of one day as moments, in milliseconds since 1970. */
interface Span {
  hours: OpeningHours;
  opens: number;
  lastEntry: number;
  closes: number;
}

function listSpans({ hours: all }: OpeningDay, midnight: number): Span[] {
  return all.map((hours) => {
    const { opens, lastEntry, closes } = measureHours(hours);
    const at = (minutes: number): number => midnight + minutes * 60_000;
    return { hours, opens: at(opens), lastEntry: at(lastEntry), closes: at(closes) };
  });
}

/** The first day from today on with hours that begin later, with these alone. */
function findNextDay(opening: OpeningTimes, now: number): OpeningDay | undefined {
  const midnight = getStartOfDay(now);
  for (let ahead = 0; ahead <= mostDays; ahead += 1) {
    const start = midnight + ahead * dayLength;
    const day = findOpeningDay(opening, formatDate(start));
    const hours = listSpans(day, start).flatMap((span) => (span.opens > now ? [span.hours] : []));
    if (hours.length > 0) return { ...day, hours };
  }
  return undefined;
}
