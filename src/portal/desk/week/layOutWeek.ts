import type { JsonObject } from '../../../model/json';
import type { Shown } from '../../../runtime/display';
import { rangesOverlap, slotMinutes, type TimeRange } from '../../../runtime/venueTime';

/** Something of a day: minutes since midnight, what it is called and how it stands. */
export interface Span extends TimeRange {
  row: JsonObject;
  day: string;
  /** Where it is; absent: everywhere. */
  place?: string;
  title: Shown | undefined;
  state: Shown | undefined;
  /** What it is to the calendar: something that takes time, that is on offer, that is said of the day, or that counts no more. */
  part: 'taken' | 'ground' | 'heading' | 'faded';
  /** Ground that is taken as a whole. */
  whole: boolean;
}

/** A day of a place, from above to below. */
export interface Column {
  key: string;
  day: string;
  /** The place; absent where there is none to choose. */
  place?: string;
  heading: string;
  /** What is said of the day besides. */
  notes: readonly Span[];
  cells: readonly Cell[];
}

/** A stretch of a column, whole half-hours, that is one cell. */
export interface Cell extends TimeRange {
  kind: 'closed' | 'over' | 'free' | 'taken';
  /** What takes it; more than one only where data says so. */
  spans: readonly Span[];
  /** What began in it and counts no more. */
  faded: readonly Span[];
  /** Of free time: what it stands on, and until when it is free. */
  ground?: Span;
  freeUntil: number;
}

const usualHours: TimeRange = { from: 9 * 60, to: 18 * 60 };
const hour = 60;

const down = (minutes: number, step: number): number => Math.floor(minutes / step) * step;
const up = (minutes: number, step: number): number => Math.ceil(minutes / step) * step;

/** Returns the hours that a calendar shows: all that is on offer and all that takes time there; what fills whole days adds none. */
export function findHours(spans: readonly Span[]): TimeRange {
  const shown = spans.filter(({ part, from, to }) => (part === 'ground' || part === 'taken') && to - from < 24 * hour);
  if (shown.length === 0) return usualHours;
  return {
    from: down(Math.min(...shown.map(({ from }) => from)), hour),
    to: up(Math.max(...shown.map(({ to }) => to)), hour),
  };
}

/**
 * Lays the spans of one column out, without gaps.
 * @param hours what the calendar shows
 * @param over minutes of the day that are over; 0 of a day to come
 */
export function layOutColumn(spans: readonly Span[], hours: TimeRange, over: number): Cell[] {
  const clip = (span: Span): Span => ({ ...span, from: Math.max(span.from, hours.from), to: Math.min(span.to, hours.to) });
  const shown = spans.map(clip).filter(({ from, to }) => from < to);
  const of = (part: Span['part']): Span[] => shown.filter((span) => span.part === part);
  const taken = cluster(of('taken'));
  const [ground, faded] = [of('ground'), of('faded')];
  const cells: Cell[] = [];
  for (let at = hours.from; at < hours.to;) {
    const cell = findTaken(taken, at) ?? findFree(ground, taken, at, over) ?? { kind: 'closed', from: at, to: at + slotMinutes, spans: [] };
    cells.push({ ...cell, freeUntil: cell.to, faded: faded.filter(({ from }) => from >= cell.from && from < cell.to) });
    at = cell.to;
  }
  return cells.map((cell, index) => ({ ...cell, freeUntil: findFreeUntil(cells, index) }));
}

type Laid = Pick<Cell, 'kind' | 'from' | 'to' | 'spans' | 'ground'>;

/** Spans that share time stand in one cell. */
function cluster(spans: readonly Span[]): Laid[] {
  const found: { from: number; to: number; spans: Span[] }[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const [from, to] = [down(span.from, slotMinutes), up(span.to, slotMinutes)];
    const last = found.at(-1);
    if (last && from < last.to) {
      last.to = Math.max(last.to, to);
      last.spans.push(span);
    } else found.push({ from, to, spans: [span] });
  }
  return found.map((each) => ({ kind: 'taken', ...each }));
}

const findTaken = (taken: readonly Laid[], at: number): Laid | undefined => taken.find(({ from }) => from === at);

function findFree(ground: readonly Span[], taken: readonly Laid[], at: number, over: number): Laid | undefined {
  const slot = { from: at, to: at + slotMinutes };
  const own = ground.find((span) => rangesOverlap(span, slot));
  if (!own) return undefined;
  const whole = { from: down(own.from, slotMinutes), to: up(own.to, slotMinutes) };
  const range = own.whole ? whole : slot;
  // What is taken as a whole is not free in parts.
  if (own.whole && (at !== whole.from || taken.some((other) => rangesOverlap(other, whole)))) return undefined;
  return { kind: range.from < over ? 'over' : 'free', ...range, spans: [], ground: own };
}

function findFreeUntil(cells: readonly Cell[], index: number): number {
  let until = cells[index]?.to ?? 0;
  for (const { kind, to, ground } of cells.slice(index)) {
    if (kind !== 'free' || ground?.whole !== cells[index]?.ground?.whole) break;
    until = to;
    if (ground?.whole) break;
  }
  return until;
}

/** Returns the cell of a column at a minute of the day. */
export const findCell = ({ cells }: Column, at: number): Cell | undefined => cells.find(({ from, to }) => from <= at && at < to);

/** Returns the cells as an agenda lists them: free time that follows free time is one entry, what is closed or over none, unless something was there. */
export function listAgenda({ cells }: Column): Cell[] {
  const entries: Cell[] = [];
  for (const cell of cells) {
    const last = entries.at(-1);
    const follows = last?.kind === 'free' && cell.kind === 'free' && last.to === cell.from && !last.ground?.whole && !cell.ground?.whole;
    if (follows && last) entries[entries.length - 1] = { ...last, to: cell.to, faded: [...last.faded, ...cell.faded] };
    else if (cell.kind === 'free' || cell.kind === 'taken' || cell.faded.length > 0) entries.push(cell);
  }
  return entries;
}
