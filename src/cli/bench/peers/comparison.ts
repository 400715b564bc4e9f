import { formatTable } from '../report';

/** What was measured of the portal and of the same that is written by hand. */
export interface Comparison {
  what: string;
  /** What it is measured beside; absent: nothing, only the aim. */
  beside?: string;
  unit: '/s' | 'ms' | 'KB';
  portal: number;
  plain?: number;
  /** At least or at most so many times what is written by hand; or so much, without it. */
  aim?: { least?: number; most?: number };
}

/** Writes comparisons as a table: what, the portal's figure, that of what is written by hand, how they relate, and the aim. */
export function writeComparisons(comparisons: readonly Comparison[]): string {
  const head = ['what', 'portal', 'written by hand', 'ratio', 'aim', ''];
  return formatTable([head, ...comparisons.map(toCells)]);
}

function toCells({ what, beside, unit, portal, plain, aim }: Comparison): string[] {
  const ratio = plain === undefined ? undefined : portal / plain;
  const figure = (number: number): string => `${number.toFixed(unit === 'KB' ? 1 : 0)}${unit === '/s' ? '' : ' '}${unit}`;
  const bound = (number: number): string => (ratio === undefined ? figure(number) : number.toFixed(2));
  const isMet = (compared: number): boolean =>
    compared >= (aim?.least ?? Number.NEGATIVE_INFINITY) && compared <= (aim?.most ?? Number.POSITIVE_INFINITY);
  return [
    what,
    figure(portal),
    plain === undefined ? '' : `${figure(plain)} (${beside ?? ''})`,
    ratio === undefined ? '' : ratio.toFixed(2),
    [aim?.least === undefined ? '' : `≥ ${bound(aim.least)}`, aim?.most === undefined ? '' : `≤ ${bound(aim.most)}`].join(''),
    aim === undefined || isMet(ratio ?? portal) ? '' : 'missed',
  ];
}
