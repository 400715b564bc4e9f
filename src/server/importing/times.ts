import { formatDate, formatIso, parseTime } from '../../runtime/time';

const lastTime = Date.UTC(9999, 11, 31);
const firstTime = Date.UTC(1000, 0, 1);

/**
 * Returns a time in ISO 8601 on Shanghai's clocks from what files write: `2026-11-18 09:30:00`, ISO 8601, `2026/11/18`, `2026.11.18`,
 * `20261118`, and the same with the Chinese words for year, month, day, hour and minute; undefined when it is none.
 */
export function toTimeText(value: string | number): string | undefined {
  const time = readTime(value);
  return time === undefined ? undefined : formatIso(time);
}

/** Returns the same as a date, `2026-11-18`. */
export function toDateText(value: string | number): string | undefined {
  const time = readTime(value);
  return time === undefined ? undefined : formatDate(time);
}

function readTime(value: string | number): number | undefined {
  // Milliseconds, which a coerced number has become text of.
  const number = typeof value === 'string' && /^\d{12,14}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === 'string' && /:[6-9]\d/.test(number)) return undefined;
  const time = parseTime(typeof number === 'string' ? normalizeTime(number) : number);
  return time !== undefined && time >= firstTime && time <= lastTime ? time : undefined;
}

/** Returns the way of writing that is usual, with digits and signs of ordinary width. */
function normalizeTime(text: string): string {
  // Most files write times in the usual way.
  if (/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    .replace(/^(\d{4})\s*[\u5e74.]\s*(\d{1,2})\s*[\u6708.]\s*(\d{1,2})\s*\u65e5?\s*/, '$1-$2-$3 ')
    .replace(
      / (\d{1,2})\s*[\u65f6\u70b9]\s*(?:(\d{1,2})\s*\u5206?)?$/,
      (_whole, hour: string, minute = '00') => ` ${hour}:${String(minute).padStart(2, '0')}`,
    )
    .trim();
}

const day = 86_400_000;

/** Returns how many whole days lie between a date and the day that a moment has in Shanghai; undefined when the date is none. */
export function countDaysSince(date: string, now: number): number | undefined {
  const from = readTime(date);
  const today = parseTime(formatDate(now));
  return from === undefined || today === undefined ? undefined : Math.round((today - from) / day);
}

/** Returns a date or time moved by whole days, in the form that it has. */
export function shiftTime(value: string, days: number): string {
  const time = readTime(value);
  if (time === undefined) return value;
  return value.includes('T') ? formatIso(time + days * day) : formatDate(time + days * day);
}
