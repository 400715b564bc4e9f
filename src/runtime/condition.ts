import type { Compared, Condition, Scalar, Test } from '../model/definitions.g';
import { isPresent } from '../model/json';
import { resolve } from '../model/pointer';
import { isYoungerThan } from './idNumber';
import type { Scope } from './roots';
import { findKeywordFault } from './schemaKeywords';
import { parseTime } from './time';

/**
 * Returns whether a condition holds: every clause must. A reference that finds nothing makes its clause false, except for
 * `present: false`, so conditions that permit something are safe when data is missing.
 * @param condition absent: holds
 */
export function holds(condition: Condition | undefined, scope: Scope): boolean {
  return condition === undefined || Object.entries(condition).every(([pointer, test]) => satisfies(resolve(pointer, scope), test, scope));
}

/** Whether a value satisfies a test; scalars are constants. A pattern asks for a text, which JSON Schema's does not. */
function satisfies(value: unknown, test: Test, scope: Scope): boolean {
  if (typeof test !== 'object') return value === test;
  const { present, pattern, youngerThan, contains, not, anyOf, const: equal, minimum, maximum, ...keywords } = test;
  if (present !== undefined && isPresent(value) !== present) return false;
  if (value === undefined || value === null) return present === false;
  return (
    (pattern === undefined || typeof value === 'string') &&
    findKeywordFault(value, {
      ...keywords,
      pattern,
      const: readLiteral(equal),
      minimum: readLiteral(minimum),
      maximum: readLiteral(maximum),
    }) === undefined &&
    compare(value, equal, scope, (order) => order === 0) &&
    compare(value, minimum, scope, (order) => order >= 0) &&
    compare(value, maximum, scope, (order) => order <= 0) &&
    (youngerThan === undefined || isYoung(value, youngerThan, scope)) &&
    (contains === undefined || splitEntries(value).some((entry) => satisfies(entry, contains, scope))) &&
    (not === undefined || !satisfies(value, not, scope)) &&
    (anyOf === undefined || anyOf.some((option) => satisfies(value, option, scope)))
  );
}

/**
 * Returns whether a value stands to what a reference finds as asked: numbers to numbers, dates and times to each other; anything else is equal
 * or not.
 * @param other no reference: nothing is asked
 * @param isAsked is given a number below, at or above zero; NaN when neither is before the other
 */
function compare(value: unknown, other: Scalar | Compared | undefined, scope: Scope, isAsked: (order: number) => boolean): boolean {
  if (typeof other !== 'object') return true;
  const found = resolve(other.$data, scope);
  if (value === found) return isAsked(0);
  const areNumbers = typeof value === 'number' && typeof found === 'number';
  const [one = Number.NaN, two = Number.NaN] = areNumbers ? [value, found] : [parseTime(value), parseTime(found)];
  return isAsked(one - two);
}

/** Returns a bound that is written down; undefined for a reference. */
const readLiteral = <T extends Scalar>(bound: T | Compared | undefined): T | undefined => (typeof bound === 'object' ? undefined : bound);

const isYoung = (value: unknown, years: number, { now }: Scope): boolean =>
  typeof value === 'string' && typeof now === 'number' && isYoungerThan(value, years, now);

const splitEntries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
