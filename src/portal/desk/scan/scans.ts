import { asString, isObject, type JsonObject } from '../../../model/json';
import { formatDate, parseTime, toClockParts } from '../../../runtime/time';

/** What became of a code: it counts, it counted before, it cannot count, it is noted for later, or what it did was taken back. */
export type Outcome = 'done' | 'before' | 'refused' | 'noted' | 'undone';

/** A code that was read or typed in, and what is shown of it: names are masked. */
export interface Scan {
  key: string;
  /** When it was read, in ISO 8601. */
  at: string;
  outcome: Outcome;
  title: string;
  detail: string;
  name: string;
  group: string;
  /** Who it is of, where that is known. */
  id: string;
  /** It was read without a connection. */
  late: boolean;
}

/** A scan that is to be handed in. */
export interface NotedScan extends Scan {
  /** The values of the calls of its page. */
  with: Record<string, string | number | boolean>;
  /** The code, where it is of nobody on the roll. */
  code: string;
  /** Who noted it. */
  by: string;
  /** It was sent before without a reply, and may have arrived. */
  sent: boolean;
}

const outcomes: readonly string[] = ['done', 'before', 'refused', 'noted', 'undone'] satisfies readonly Outcome[];
const isOutcome = (value: string): value is Outcome => outcomes.includes(value);

/** Reads what a reply, the roll or this browser says of a scan. @param known what is known without it */
export function readScan(value: JsonObject | undefined, known: Pick<Scan, 'key' | 'at' | 'late'>): Scan {
  const text = (name: string): string => asString(value?.[name]);
  const outcome = text('outcome');
  return {
    ...known,
    outcome: isOutcome(outcome) ? outcome : 'refused',
    title: text('title'),
    detail: text('detail'),
    name: text('name'),
    group: text('group'),
    id: text('id'),
  };
}

/** Reads scans that this browser kept; what is none is left out. */
export function readScans(kept: unknown): Scan[] {
  return Array.isArray(kept)
    ? kept
        .filter(isObject)
        .map((value) => readScan(value, { key: asString(value['key']), at: asString(value['at']), late: value['late'] === true }))
    : [];
}

/** Returns the time of day of a moment, with the day where it is another one than today. */
export function writeClock(at: string): string {
  const time = parseTime(at);
  if (time === undefined) return '';
  const { hour, minute } = toClockParts(time);
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return formatDate(time) === formatDate(Date.now()) ? clock : `${formatDate(time)} ${clock}`;
}
