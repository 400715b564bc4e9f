/** A beginning and its end, by the names of the fields. */
export interface DateRange {
  begin: string;
  end: string;
}

/** What the names of beginnings have where those of their ends have another word. */
const words: readonly (readonly [RegExp, string])[] = [
  [/begin/, 'end'],
  [/Begin/, 'End'],
  [/start/, 'end'],
  [/Start/, 'End'],
  [/^from$/, 'to'],
  [/From$/, 'To'],
];

/**
 * Returns the pairs of fields that are the beginning and the end of something, by their names.
 * @param kindOf what kind of day or moment a field holds, alike for both of a pair; undefined for one that holds none
 */
export function findDateRanges(names: readonly string[], kindOf: (name: string) => string | undefined): DateRange[] {
  const taken = new Set<string>();
  const known = new Set(names);
  return names.flatMap((begin): DateRange[] => {
    const kind = kindOf(begin);
    if (kind === undefined || taken.has(begin)) return [];
    const end = words
      .map(([word, other]) => begin.replace(word, other))
      .find((name) => name !== begin && known.has(name) && kindOf(name) === kind && !taken.has(name));
    if (end === undefined) return [];
    taken.add(begin).add(end);
    return [{ begin, end }];
  });
}
