import type { Json } from '../model/json';
import type { Range } from '../model/definitions.g';

/** Asia/Shanghai has had one offset and no summer time since 1991. */
const offset = 8 * 3_600_000;
const day = 86_400_000;

/** The parts of a moment on the clocks of Asia/Shanghai. */
interface ClockParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  weekday: number;
}

/**
 * Reads a moment from what replies carry: ISO 8601, `2026-11-20 09:30:00` on Shanghai's clocks, or milliseconds.
 * @returns milliseconds since 1970, or undefined when it is none
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const parts = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(
    value.trim(),
  );
  if (!parts) return undefined;
  const [, year = '', month = '', date = '', hour = '0', minute = '0', second = '0', zone] = parts;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute), Number(second));
  const check = new Date(time);
  if (
    check.getUTCMonth() !== Number(month) - 1 ||
    check.getUTCDate() !== Number(date) ||
    Number(hour) > 24 ||
    Number(minute) > 59 ||
    Number(second) > 59 ||
    Number(year) < 1000
  )
    return undefined;
  return time - (zone === undefined ? offset : parseZoneOffset(zone));
}

function parseZoneOffset(zone: string): number {
  if (zone === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000;
}

/** Returns what the clocks of Asia/Shanghai show at a moment; weekday 0 is Sunday. */
export function toClockParts(time: number): ClockParts {
  const shifted = new Date(time + offset);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    weekday: shifted.getUTCDay(),
  };
}

/** Returns the day of a moment in Shanghai, such as `2026-11-20`. */
export function formatDate(time: number): string {
  const parts = toClockParts(time);
  return `${parts.year}-${pad(parts.month)}-${pad(parts.day)}`;
}

/** Returns a moment such as `2026-11-20 09:30`, or the date alone when the clock shows 00:00 (ledger CONV-22). */
export function formatDateTime(time: number): string {
  const parts = toClockParts(time);
  return parts.hour === 0 && parts.minute === 0 ? formatDate(time) : `${formatDate(time)} ${pad(parts.hour)}:${pad(parts.minute)}`;
}

/** Returns a moment in ISO 8601 on Shanghai's clocks, as items keep their times. */
export function formatIso(time: number): string {
  return `${new Date(time + offset).toISOString().slice(0, 19)}+08:00`;
}

/**
 * Returns the period that a filter's value names (ledger CONV-30): from inclusive, to exclusive, in milliseconds.
 * @returns undefined when the value names none
 */
export function resolvePeriod(range: Range, value: string, now: number): { from: number; to: number } | undefined {
  const today = getStartOfDay(now);
  if (range === 'year')
    return /^\d{4}$/.test(value) ? { from: getStartOfMonth(Number(value), 1), to: getStartOfMonth(Number(value) + 1, 1) } : undefined;
  if (value === '1') return { from: today, to: today + day };
  if (range === 'rolling') {
    if (value === '2') return { from: today, to: today + 7 * day };
    return value === '3' ? { from: today, to: today + 30 * day } : undefined;
  }
  const { year, month, weekday } = toClockParts(now);
  const monday = today - ((weekday + 6) % 7) * day;
  if (value === '2') return { from: monday, to: monday + 7 * day };
  return value === '3' ? { from: getStartOfMonth(year, month), to: getStartOfMonth(year, month + 1) } : undefined;
}

/**
 * Returns where a moment lies against a period: 0 before it, 1 within it (both ends included), 2 after it (ledger ACT-12).
 * @returns undefined when either end is not a time
 */
export function determinePhase(begin: unknown, end: unknown, now: number): 0 | 1 | 2 | undefined {
  const from = parseTime(begin);
  const to = parseTime(end);
  if (from === undefined || to === undefined) return undefined;
  return now < from ? 0 : now > to ? 2 : 1;
}

/** Returns when something ends: what has no end lasts until its day ends. */
export function findEnd(begin: Json | undefined, end: Json | undefined): Json | undefined {
  const time = parseTime(begin);
  return end ?? (time === undefined ? undefined : getStartOfDay(time) + 86_399_999);
}

/** Returns what stands for a phase: codes of its own for before, within and after, or 0, 1 and 2. */
export const toPhaseCode = (phase: 0 | 1 | 2 | undefined, codes: readonly number[] = [0, 1, 2]): number | undefined =>
  phase === undefined ? undefined : codes[phase];

/** Returns the moment at which the day of a moment began in Shanghai. */
export const getStartOfDay = (time: number): number => Math.floor((time + offset) / day) * day - offset;

/** Returns the end, exclusive, of the day that a date without a clock names; a moment with a clock is its own end. */
export function getEndOfDay(value: string, time: number): number {
  return /[T ]\d/.test(value) ? time + 1 : time + day;
}

/** Returns the moment at which a month begins in Shanghai; months from 1, the one after December is the first of the next year. */
export const getStartOfMonth = (year: number, month: number): number => Date.UTC(year, month - 1, 1) - offset;
const pad = (number: number): string => String(number).padStart(2, '0');
