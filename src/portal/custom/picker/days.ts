import { toClockParts, formatDate } from '../../../runtime/time';
import { determineFreeStates, listSpans } from './hours';
import type { PickerSettings, TimeInfo } from './kinds';

/** A day of the window; `index` counts from today, `weekday` from Sunday, both from 0. */
export interface PickerDay {
  index: number;
  day: string;
  month: number;
  date: number;
  weekday: number;
  bookable: boolean;
  /** Why it cannot be booked, where that is not its weekday. */
  reason?: 'soon' | 'far';
}

/** How days are laid out: a line of buttons, or the weeks of a month (ledger PICK-04). */
export type DayView = 'strip' | 'grid';

const dayLength = 86_400_000;
/** Minutes. */
const fullDay = 24 * 60;
/** A last month with fewer days than this has no tab of its own: 30 days from 31 January end on 1 March. */
const shortMonth = 7;

/**
 * Returns the days of the window, today on the clocks of Asia/Shanghai the first (ledger PICK-01). A day can be booked when its weekday is
 * in the cycle (PICK-19), it is among the first that may be (PICK-05), and it has times for which it is not too late.
 * @param now milliseconds since 1970
 */
export function listDays(
  info: TimeInfo,
  settings: Pick<PickerSettings, 'days' | 'first' | 'from' | 'to' | 'minutes'>,
  now: number,
): PickerDay[] {
  const { days, first = days } = settings;
  const most = Math.min(first, info.days ?? first);
  const spans = listSpans(info, settings);
  const earliest = findEarliest(info, now);
  const isInTime = (day: string): boolean => determineFreeStates(info, spans, [], countMinutesGone(day, earliest)).includes('open');
  return Array.from({ length: days }, (_, index) => {
    const time = now + index * dayLength;
    const { month, day: date, weekday } = toClockParts(time);
    const day = formatDate(time);
    const reason = index >= most ? 'far' : info.leadHours !== undefined && !isInTime(day) ? 'soon' : undefined;
    return {
      index,
      day,
      month,
      date,
      weekday,
      bookable: reason === undefined && info.cycle.includes(weekday) && isInTime(day),
      ...(reason !== undefined && info.cycle.includes(weekday) && spans.length > 0 ? { reason } : {}),
    };
  });
}

/** Returns the moment before which it is too late to book anything, in milliseconds since 1970. */
export const findEarliest = ({ leadHours = 0 }: TimeInfo, now: number): number => now + leadHours * 3_600_000;

/** Minutes of a day that are gone at a moment: all of the days before it, those of its clock for its own, none of a later day. */
export function countMinutesGone(day: string, moment: number): number {
  const [own, { hour, minute }] = [formatDate(moment), toClockParts(moment)];
  return day === own ? hour * 60 + minute : day < own ? fullDay : -1;
}

/** Returns the days by month: this one, the next (ledger PICK-02), and those after it when the window is as long. */
export function groupByMonth(days: readonly PickerDay[]): PickerDay[][] {
  const months: PickerDay[][] = [];
  for (const day of days) {
    const last = months.at(-1);
    if (last?.at(-1)?.month === day.month) last.push(day);
    else months.push([day]);
  }
  const [last, before] = [months.at(-1), months.at(-2)];
  return months.length > 2 && last && before && last.length < shortMonth ? [...months.slice(0, -2), [...before, ...last]] : months;
}

/** Returns the weeks of a month's days, Monday first; undefined where the window has no day. */
export function groupByWeek(days: readonly PickerDay[]): (PickerDay | undefined)[][] {
  const before = ((days[0]?.weekday ?? 1) + 6) % 7;
  return Array.from({ length: Math.ceil((before + days.length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_cell, column) => days[week * 7 + column - before]),
  );
}

/**
 * Returns the day that a key leads to: arrows one day on or, in the grid, one week; Home and End to the ends of the week or of the strip,
 * PageUp and PageDown to the month before or after, at the nearest date.
 * @param at the index of the day that has the focus
 * @returns its index, or undefined when the key leads nowhere
 */
export function stepDay(months: readonly (readonly PickerDay[])[], at: number, key: string, view: DayView): number | undefined {
  const place = findMonth(months, at);
  const own = months[place] ?? [];
  const line =
    view === 'strip' ? own : (groupByWeek(own).find((week) => week.some((day) => day?.index === at)) ?? []).flatMap((day) => day ?? []);
  const day = own.find(({ index }) => index === at);
  const step = { ArrowLeft: -1, ArrowRight: 1, ...(view === 'grid' ? { ArrowUp: -7, ArrowDown: 7 } : {}) }[key];
  if (step !== undefined) return months.flat().find(({ index }) => index === at + step)?.index;
  if (key === 'Home' || key === 'End') return line.at(key === 'Home' ? 0 : -1)?.index;
  if (!day || (key !== 'PageUp' && key !== 'PageDown')) return undefined;
  const other = months[place + (key === 'PageUp' ? -1 : 1)] ?? [];
  return [...other].sort((a, b) => Math.abs(a.date - day.date) - Math.abs(b.date - day.date) || a.index - b.index)[0]?.index;
}

/** Returns the place among the months of the one with a day. */
export const findMonth = (months: readonly (readonly PickerDay[])[], index: number): number =>
  Math.max(
    0,
    months.findIndex((days) => days.some((day) => day.index === index)),
  );
