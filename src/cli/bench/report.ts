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

/** Lays cells out in columns. @param lines the first one is the head */
export function formatTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
