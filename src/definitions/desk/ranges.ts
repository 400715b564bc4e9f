import type { JsonObject } from '../../model/json';

/** A beginning and its end, by the names of the fields. */
export interface DateRange {
  begin: string;
  end: string;
}

const dates: readonly unknown[] = ['date', 'dateTime'];
/** What the names of beginnings have where those of their ends have another word. */
const words: readonly (readonly [RegExp, string])[] = [
  [/begin/, 'end'],
  [/Begin/, 'End'],
  [/start/, 'end'],
  [/Start/, 'End'],
  [/^from$/, 'to'],
  [/From$/, 'To'],
];

/** Returns the pairs of days or moments among fields that are the beginning and the end of something, by their names. */
export function findRanges(fields: Readonly<Record<string, JsonObject>>): DateRange[] {
  const taken = new Set<string>();
  return Object.entries(fields).flatMap(([begin, field]): DateRange[] => {
    if (!dates.includes(field['field']) || taken.has(begin)) return [];
    const end = words
      .map(([word, other]) => begin.replace(word, other))
      .find((name) => name !== begin && fields[name]?.['field'] === field['field'] && !taken.has(name));
    if (end === undefined) return [];
    taken.add(begin).add(end);
    return [{ begin, end }];
  });
}

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
