import type { JsonObject } from '../../model/json';
import { type DateRange, findDateRanges } from '../../runtime/dateRanges';

const dates: readonly unknown[] = ['date', 'dateTime'];

/** Returns the pairs of days or moments among the fields of a form that are the beginning and the end of something, by their names. */
export const findRanges = (fields: Readonly<Record<string, JsonObject>>): DateRange[] =>
  findDateRanges(Object.keys(fields), (name) => {
    const field = fields[name]?.['field'];
    return dates.includes(field) ? String(field) : undefined;
  });

/** Returns the field of an end which may not lie before its beginning. */
export const boundByBegin = (end: JsonObject, begin: string): JsonObject => ({
  ...end,
  schema: { ...(end['schema'] as JsonObject | undefined), formatMinimum: { $data: `/${begin}` } },
  errors: { ...(end['errors'] as JsonObject | undefined), formatMinimum: '/texts/deskEndBefore' },
});

/** Returns what two fields are about: what their labels begin with alike, as "enrolment" of "enrolment begins" and "enrolment ends"; empty when that is nothing. */
export function findSubject(begin: unknown, end: unknown): string {
  if (typeof begin !== 'string' || typeof end !== 'string' || begin.startsWith('/')) return '';
  let length = 0;
  while (length < Math.min(begin.length, end.length) && begin[length] === end[length]) length += 1;
  return begin.slice(0, length).trim();
}
