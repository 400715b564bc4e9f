/** A stretch of one day in minutes since midnight: from inclusive, to exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/** What is booked: a day such as `2026-11-21` and its stretches, in order and apart. */
export interface VenueTime {
  day: string;
  ranges: TimeRange[];
}

/** Minutes that a slot lasts (ledger PICK-06). */
export const slotMinutes = 30;

/** Time ranges that one text may hold: a day has no more slots. */
const most = (24 * 60) / slotMinutes;

/**
 * Reads a venueTime (ledger PICK-20): a day and one range, `2026-11-21 09:00-10:30`, or a day and the sections chosen,
 * `2026-11-21 09:00-11:00,14:00-16:00`. Nothing but this very form is read.
 * @returns undefined when it is malformed, names a day or an hour that does not exist, or has ranges that are empty, not in order or overlap
 */
export function parseVenueTime(text: string): VenueTime | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}) ([\d:,-]+)$/.exec(text);
  const [, day = '', list = ''] = parts ?? [];
  if (!parts || !isDay(day)) return undefined;
  const ranges = list.split(',', most + 1).map(parseRange);
  const sound = ranges.filter((range, at) => range !== undefined && range.from >= (ranges[at - 1]?.to ?? 0)) as TimeRange[];
  return sound.length === ranges.length && ranges.length <= most ? { day, ranges: sound } : undefined;
}

/** Writes a venueTime as `parseVenueTime` reads it. */
export function formatVenueTime({ day, ranges }: VenueTime): string {
  return `${day} ${ranges.map(formatRange).join(',')}`;
}

/** Reads `09:00-10:30`. @returns undefined when it is malformed or empty */
function parseRange(text: string): TimeRange | undefined {
  const [begin = '', end = '', ...rest] = text.split('-');
  const [from, to] = [parseClock(begin), parseClock(end)];
  return rest.length > 0 || from === undefined || to === undefined || from >= to ? undefined : { from, to };
}

/** Returns a range such as `09:00-10:30`. */
export const formatRange = ({ from, to }: TimeRange): string => `${formatClock(from)}-${formatClock(to)}`;

/** Returns the minutes since midnight of `09:30`, `24:00` being the end of a day; undefined when no clock shows it. */
export function parseClock(text: string): number | undefined {
  if (!/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text)) return undefined;
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

/** Returns `09:30` and the like of minutes since midnight. */
export const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns whether two stretches of a day share a minute; ranges that touch do not. */
export const rangesOverlap = (a: TimeRange, b: TimeRange): boolean => a.from < b.to && b.from < a.to;

/** Returns the slots that ranges take, by the minute each begins at. */
export function listSlots(ranges: readonly TimeRange[]): number[] {
  const starts = ranges.flatMap(({ from, to }) =>
    Array.from(
      { length: Math.ceil(to / slotMinutes) - Math.floor(from / slotMinutes) },
      (_, at) => (Math.floor(from / slotMinutes) + at) * slotMinutes,
    ),
  );
  return [...new Set(starts)];
}

/** Returns whether a text such as `2026-02-29` names a day of the calendar. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
