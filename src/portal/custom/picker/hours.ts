import { formatRange, parseClock, parseVenueTime, rangesOverlap, type TimeRange } from '../../../runtime/venueTime';
import type { PickerSettings, TimeInfo } from './kinds';

/** Whether a slot can be chosen; closed: outside of the open range, past: begun before now. */
export type FreeState = 'open' | 'taken' | 'closed' | 'past';
/** What a slot shows. */
export type SlotState = FreeState | 'chosen';

/** The slots of a day, in order; continuous ones are chosen as one run. */
export interface Slots {
  spans: readonly TimeRange[];
  continuous: boolean;
}
/** The slots of a day, and which of them can be chosen. */
export interface Hours extends Slots {
  states: readonly FreeState[];
}

/** What choosing comes to: the places of the chosen slots in order, or why they cannot all be chosen. */
export type Choice = readonly number[] | 'taken' | 'closed';

/** Parts of a day, under which its slots stand. */
export interface DayPart {
  part: 'morning' | 'afternoon' | 'evening';
  from: number;
  to: number;
}

const [noon, dusk, fullDay] = [12 * 60, 18 * 60, 24 * 60];
/** The open range of a venue that says none (ledger PICK-12). */
const usualRange: TimeRange = { from: 9 * 60, to: dusk };

/** Returns whether slots are chosen as one run of a range; else sections, each by itself (ledger PICK-18). */
export const isContinuous = (info: TimeInfo): boolean => info.isTimeSection === 0;

/** Returns the slots that a day shows: those of the grid (ledger PICK-06, 23), or the venue's sections in order. */
export function listSpans(info: TimeInfo, { from, to, minutes }: Pick<PickerSettings, 'from' | 'to' | 'minutes'>): TimeRange[] {
  if (!isContinuous(info)) return info.sections.flatMap((section) => toRange(section) ?? []).sort((a, b) => a.from - b.from || a.to - b.to);
  const [begin, end] = [toClock(from) ?? 0, toClock(to) ?? fullDay];
  return Array.from({ length: Math.max(0, Math.floor((end - begin) / minutes)) }, (_, at) => ({
    from: begin + at * minutes,
    to: begin + (at + 1) * minutes,
  }));
}

/**
 * Returns which slots can be chosen.
 * @param taken the venueTimes' ranges of that day (ledger PICK-07)
 * @param gone minutes of the day that are over; -1 for a day to come
 */
export function determineFreeStates(info: TimeInfo, spans: readonly TimeRange[], taken: readonly TimeRange[], gone: number): FreeState[] {
  const open = isContinuous(info) ? (toRange(info) ?? usualRange) : { from: 0, to: fullDay };
  return spans.map((span) => {
    if (span.from < open.from || span.to > open.to) return 'closed';
    if (span.from <= gone) return 'past';
    return taken.some((range) => rangesOverlap(range, span)) ? 'taken' : 'open';
  });
}

/** Returns the ranges that records of taken times have on a day (ledger PICK-20); records of other days and unreadable ones have none. */
export const readRanges = (day: string, records: readonly string[]): TimeRange[] =>
  records.flatMap((record) => parseVenueTime(record) ?? []).flatMap((time) => (time.day === day ? time.ranges : []));

/**
 * Turns a slot on or off (ledger PICK-13). In continuous mode a second slot fills all between (PICK-14), and turning one off keeps
 * what lies before it, or after it when it is the first; of sections that overlap the later choice stays.
 */
export function toggle(hours: Hours, chosen: readonly number[], at: number): Choice {
  const { spans, states, continuous } = hours;
  if (states[at] !== 'open') return chosen;
  if (chosen.includes(at)) return chosen.filter((place) => (!continuous ? place !== at : at === chosen[0] ? place > at : place < at));
  if (continuous) return fill(states, Math.min(at, ...chosen), Math.max(at, ...chosen));
  const span = spans[at];
  const isApart = (other: TimeRange | undefined): boolean => span !== undefined && other !== undefined && !rangesOverlap(span, other);
  return [...chosen.filter((place) => isApart(spans[place])), at].sort((a, b) => a - b);
}

/**
 * Takes the choice on to a slot, as Shift and an arrow do: in continuous mode from where it began, so that going back makes it
 * shorter; a section is added.
 * @param cursor the slot that has the focus
 */
export function extend(hours: Hours, chosen: readonly number[], cursor: number, to: number): Choice {
  if (!hours.continuous) return chosen.includes(to) ? chosen : toggle(hours, chosen, to);
  const anchor = chosen.length === 0 ? cursor : ((cursor === chosen[0] ? chosen.at(-1) : chosen[0]) ?? cursor);
  return fill(hours.states, Math.min(anchor, to), Math.max(anchor, to));
}

/** Returns all slots between two, both included, unless one of them is taken (ledger PICK-15) or closed. */
export function fill(states: readonly FreeState[], from: number, to: number): Choice {
  const between = states.slice(from, to + 1);
  if (between.includes('taken')) return 'taken';
  return between.every((state) => state === 'open') ? between.map((_, at) => from + at) : 'closed';
}

/** Returns what the slot at a place shows. */
export const determineShownState = (states: readonly FreeState[], chosen: readonly number[], place: number): SlotState =>
  chosen.includes(place) ? 'chosen' : (states[place] ?? 'closed');

/** Returns the ranges of the chosen slots: one in continuous mode, else each section's. */
export function toRanges({ spans, continuous }: Slots, chosen: readonly number[]): TimeRange[] {
  const ranges = chosen.flatMap((place) => spans[place] ?? []);
  const [first, last] = [ranges[0], ranges.at(-1)];
  return continuous && first && last ? [{ from: first.from, to: last.to }] : ranges;
}

/** Hours that ranges last, to two places. */
export const countHours = (ranges: readonly TimeRange[]): number =>
  Math.round(ranges.reduce((sum, { from, to }) => sum + to - from, 0) / 0.6) / 100;

/** Returns the slots of a venueTime chosen before: those in its one range, or its sections. */
export function findPlaces({ spans, continuous }: Slots, ranges: readonly TimeRange[]): number[] {
  const [range] = ranges;
  const isMeant = (span: TimeRange): boolean =>
    continuous
      ? range !== undefined && span.from >= range.from && span.to <= range.to
      : ranges.some((other) => formatRange(other) === formatRange(span));
  return spans.flatMap((span, place) => (isMeant(span) ? [place] : []));
}

/** Returns how many slots lie before the first that is neither past nor, before those, closed: nobody can choose them any more. */
export const countPast = (states: readonly FreeState[]): number => states.lastIndexOf('past') + 1;

/** Returns the parts of the day with slots, each by the first of its slots and the one after its last. */
export function groupByPart(spans: readonly TimeRange[]): DayPart[] {
  const parts: DayPart[] = [];
  spans.forEach(({ from }, place) => {
    const part = from < noon ? 'morning' : from < dusk ? 'afternoon' : 'evening';
    const last = parts.at(-1);
    if (last?.part === part) last.to = place + 1;
    else parts.push({ part, from: place, to: place + 1 });
  });
  return parts;
}

/**
 * Returns the slot that a key leads to, as they lie in rows: left and right along all slots, up and down to the nearest column, Home and
 * End to the first and the last.
 * @param lengths slots of each group; each begins a row of its own
 * @param columns slots in a full row
 * @returns undefined when the key leads nowhere
 */
export function stepSlot(lengths: readonly number[], columns: number, at: number, key: string): number | undefined {
  const count = lengths.reduce((sum, length) => sum + length, 0);
  if (key === 'Home' || key === 'End') return count === 0 ? undefined : key === 'Home' ? 0 : count - 1;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step !== undefined) return at + step >= 0 && at + step < count ? at + step : undefined;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const rows = arrangeRows(lengths, columns);
  const row = rows.findIndex(({ from, to }) => at >= from && at < to);
  const target = rows[row + (key === 'ArrowUp' ? -1 : 1)];
  return target && Math.min(target.from + at - (rows[row]?.from ?? 0), target.to - 1);
}

function arrangeRows(lengths: readonly number[], columns: number): TimeRange[] {
  let start = 0;
  return lengths.flatMap((length) => {
    const from = start;
    start += length;
    return Array.from({ length: Math.ceil(length / columns) }, (_, row) => ({
      from: from + row * columns,
      to: Math.min(from + (row + 1) * columns, from + length),
    }));
  });
}

function toRange({ startTime, endTime }: { startTime: string; endTime: string }): TimeRange | undefined {
  const [from, to] = [toClock(startTime), toClock(endTime)];
  return from === undefined || to === undefined || from >= to ? undefined : { from, to };
}

/** Minutes since midnight; institutions write `9:00` and `09:00:00` too. */
const toClock = (text: string): number | undefined => parseClock(text.replace(/^(\d):/, '0$1:').replace(/^(\d\d:\d\d):\d\d$/, '$1'));
