/** What was measured of the portal and of the same that is written by hand. */
export interface Comparison {
  what: string;
  /** What it is measured beside; absent: nothing, only the aim. */
  beside?: string;
  unit: '/s' | 'ms' | 'KB';
  portal: number;
  plain?: number;
  /** What the figures are sums of. */
  parts?: { portal: readonly number[]; plain?: readonly number[] };
  /** At least or at most so many times what is written by hand; or so much, without it. */
  aim?: { least?: number; most?: number };
}

/** How wide the columns are: lines are written as soon as they are there. */
const widths = [50, 28, 46, 5, 8, 6];

const toLine = (cells: readonly string[]): string =>
  cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();

/** The head of the table of comparisons. */
export const comparisonHead = toLine(['what', 'portal', 'written by hand', 'ratio', 'aim']);

/** Writes a comparison as a line of the table. */
export const writeComparison = (comparison: Comparison): string => toLine(toCells(comparison));

function toCells({ what, beside, unit, portal, plain, parts, aim }: Comparison): string[] {
  const ratio = plain === undefined ? undefined : portal / plain;
  const figure = (number: number): string =>
    `${number.toFixed(unit === 'KB' || (unit === 'ms' && number < 20) ? 1 : 0)}${unit === '/s' ? '' : ' '}${unit}`;
  const bound = (number: number): string => (ratio === undefined ? figure(number) : number.toFixed(2));
  const list = (numbers?: readonly number[]): string =>
    numbers === undefined ? '' : ` = ${numbers.map((number) => number.toFixed(1)).join(' + ')}`;
  const isMet = (compared: number): boolean =>
    compared >= (aim?.least ?? Number.NEGATIVE_INFINITY) && compared <= (aim?.most ?? Number.POSITIVE_INFINITY);
  return [
    what,
    figure(portal) + list(parts?.portal),
    plain === undefined ? '' : `${figure(plain)}${list(parts?.plain)} (${beside ?? ''})`,
    ratio === undefined ? '' : ratio.toFixed(2),
    [aim?.least === undefined ? '' : `≥ ${bound(aim.least)}`, aim?.most === undefined ? '' : `≤ ${bound(aim.most)}`].join(''),
    aim === undefined || isMet(ratio ?? portal) ? '' : 'missed',
  ];
}
