/** What visitors were told, and what is stored. */
export interface Books {
  /** Whom enrolments were confirmed of, one entry for each confirmation. */
  told: readonly string[];
  /** Whom places are stored for, one entry for each place. */
  stored: readonly string[];
  /** How many places the database counts as taken. */
  taken: number;
  /** How many there are. */
  places: number;
}

/** What books come to. */
export interface Balance {
  /** Enrolments that were confirmed. */
  acknowledged: number;
  /** Those of them that are not stored. */
  lost: number;
  /** Those of them that are stored more than once. */
  repeated: number;
  /** How many more places are stored, or counted as taken, than there are. */
  oversold: number;
  /** By how many the places that count as taken differ from those that are stored. */
  difference: number;
}

/** Compares what visitors were told with what is stored. */
export function balanceBooks({ told, stored, taken, places }: Books): Balance {
  const times = new Map<string, number>();
  for (const who of stored) times.set(who, (times.get(who) ?? 0) + 1);
  return {
    acknowledged: told.length,
    lost: told.filter((who) => !times.has(who)).length,
    repeated: told.filter((who) => (times.get(who) ?? 0) > 1).length,
    oversold: Math.max(0, stored.length - places, taken - places),
    difference: Math.abs(taken - stored.length),
  };
}

/**
 * Returns the longest time, in milliseconds, in which nothing was confirmed, from a moment on; a time that had begun before counts from the moment.
 * @param confirmed the moments at which something was confirmed, in any order
 * @param end until when it was tried
 */
export function findLongestPause(from: number, confirmed: readonly number[], end: number): number {
  const moments = [...confirmed.filter((each) => each > from && each < end).sort((a, b) => a - b), end];
  let [longest, last] = [0, from];
  for (const moment of moments) {
    longest = Math.max(longest, moment - last);
    last = moment;
  }
  return longest;
}
