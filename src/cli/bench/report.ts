/** A line of the report: what was measured, the figure, and what is aimed at. */
export interface Row {
  what: string;
  figure: string;
  aim?: string;
}

/** Returns the middle of some numbers; NaN of none. */
export function findMedian(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
