import { parseTime } from './time';

/** Months and times of day, whose later one is the greater text. */
const orderedTexts = [/^\d{4}-\d{2}$/, /^\d{2}:\d{2}$/];

/**
 * Returns how a value stands to another: below, at or above zero when it is before, at or after it. Numbers are ordered, dates and times with each
 * other and with milliseconds, months, and times of day; anything else is the same or not.
 * @returns NaN when neither is before the other
 */
export function findOrder(value: unknown, other: unknown): number {
  if (value === other) return 0;
  if (typeof value === 'number' && typeof other === 'number') return value - other;
  if (typeof value === 'string' && typeof other === 'string' && orderedTexts.some((shape) => shape.test(value) && shape.test(other)))
    return value < other ? -1 : 1;
  return (parseTime(value) ?? Number.NaN) - (parseTime(other) ?? Number.NaN);
}

/** Returns the entries of a list; of a text what commas part, as the choices of checkboxes travel. */
export const splitEntries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? value.split(',') : [];
