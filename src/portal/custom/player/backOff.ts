/** Milliseconds before a stream is sought again: the first time, and at most. */
const first = 2_000;
const most = 30_000;

/**
 * How long to wait before a stream that broke off is sought again: twice as long each time, and not all viewers at once.
 * @param attempt how often it was sought in vain, from 0
 * @param chance from 0 to 1
 * @returns milliseconds
 */
export function backOff(attempt: number, chance: number = Math.random()): number {
  const usual = Math.min(most, first * 2 ** Math.min(attempt, 10));
  return Math.round(usual * (0.8 + 0.4 * chance));
}
