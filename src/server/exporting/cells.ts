import type { Display, DisplayObject, Property } from '../../model/definitions.g';
import { asObject, isPresent, type Json } from '../../model/json';
import { isDateFormat } from '../../runtime/dates';
import { formatDisplay, type ShowContext, stripTags } from '../../runtime/display';
import type { Scope } from '../../runtime/roots';
import { formatDate, formatDateTime, parseTime } from '../../runtime/time';
import { evaluate } from '../../runtime/value';

/** What stands in a cell of a table that is taken out. A moment is in milliseconds since 1970; a day is one without a clock. */
export type Cell = string | number | { time: number; isDay: boolean };

const dayAlone = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/;
/** Formats under which a number is one to reckon with. */
const reckoned: ReadonlySet<string | undefined> = new Set([undefined, 'number', 'count', 'price']);

/** Returns what a display shows of a row: moments and numbers as such, all else in its words. */
export function toCell(display: Display, scope: Scope, context: ShowContext): Cell {
  const full: DisplayObject = typeof display === 'string' ? { value: display } : display;
  const value = evaluate(full.value, scope);
  const isPlain = full.text === undefined && full.codelist === undefined && full.path === undefined;
  if (isPlain && isDateFormat(full.format) && full.until === undefined) {
    const time = readMoment(value);
    if (time) return time;
  }
  if (isPlain && typeof value === 'number' && reckoned.has(full.format)) return value;
  return formatDisplay({ ...full, length: undefined, when: undefined }, scope, context)?.text ?? '';
}

/** Returns a value of an item as it is stored, by its type. */
export function toRawCell(value: Json | undefined, property: Property, texts: ShowContext['texts']): Cell {
  if (!isPresent(value)) return '';
  if (typeof value === 'boolean') return texts[value ? 'deskYes' : 'deskNo'] ?? String(value);
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const time = property.format === 'date' || property.format === 'date-time' ? readMoment(value) : undefined;
    return time ?? (property.contentMediaType === 'text/html' ? stripTags(value) : value);
  }
  // As imports take several entries, so that a file that was taken out can be brought in again.
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.map(String).join('|');
  return JSON.stringify(Array.isArray(value) ? value : asObject(value));
}

function readMoment(value: unknown): Exclude<Cell, string | number> | undefined {
  if (typeof value !== 'string' || !moment.test(value)) return undefined;
  const time = parseTime(value);
  return time === undefined ? undefined : { time, isDay: dayAlone.test(value) };
}

/** Returns a cell in words, as files without types have it. */
export function writeCell(cell: Cell): string | number {
  if (typeof cell !== 'object') return cell;
  return cell.isDay ? formatDate(cell.time) : formatDateTime(cell.time);
}
