import type { Filter } from '../model/definitions.g';
import type { Json } from '../model/json';
import { parseTime } from './time';

/** Returns whether a filter is a range, which has two ends in the address. */
export const isRange = (filter: Pick<Filter, 'dates' | 'numbers'> | undefined): boolean =>
  filter?.dates !== undefined || filter?.numbers !== undefined;

/** Returns whether a text is a number as calls take them. */
export const isNumberText = (text: string): boolean => /^-?\d{1,15}(\.\d{1,6})?$/.test(text);

/**
 * Returns the ends of a range as they were filled in: numbers as calls take them, the smaller one first. What is no number stays as it is, so that
 * the visitor can be told.
 */
export function readEnds({ numbers }: Pick<Filter, 'numbers'>, ends: readonly [string, string]): string[] {
  if (!numbers) return [...ends];
  const [from, to] = ends.map(normalize);
  const swapped = from && to && isNumberText(from) && isNumberText(to) && Number(from) > Number(to);
  return swapped ? [to, from] : [from ?? '', to ?? ''];
}

/** Full-width digits and signs, separators of thousands and white space are no reason to refuse a number. */
const normalize = (text: string): string => text.normalize('NFKC').replace(/[\s,]/g, '').replace(/^\+/, '').slice(0, 22);

/** Returns the ends that a call can be made with: empty in place of those that are no numbers. */
export const dropWrongEnds = ({ numbers }: Pick<Filter, 'numbers'>, ends: readonly string[]): string[] =>
  ends.map((end) => (numbers && !isNumberText(end) ? '' : end));

/**
 * Returns the ends of ranges that leave less than what is fixed for the same parameters, as by a tab: both hold, what is fixed and what the visitor
 * sees as chosen.
 * @param chosen the ends by parameter, as the visitor chose them
 * @param fixed the values that the list and its tab and order have
 */
export function findNarrower(
  filters: Readonly<Record<string, Filter>> | undefined,
  chosen: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, Json | undefined>>,
): Record<string, string> {
  const ends = Object.values(filters ?? {}).flatMap((filter) => filter.dates ?? filter.numbers ?? []);
  const narrower = ends.flatMap(({ from, to }) => [
    ...(order(chosen[from]) > order(fixed[from]) ? [from] : []),
    ...(order(chosen[to]) < order(fixed[to]) ? [to] : []),
  ]);
  return Object.fromEntries(narrower.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]])));
}

/** Where the end of a range stands among others; NaN, which nothing is less or more than, for what is none. */
const order = (end: Json | undefined): number => (end === undefined ? Number.NaN : (parseTime(end) ?? Number(end)));
