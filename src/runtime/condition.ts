import type { Calculation, Compared, Condition, Scalar, Test } from '../model/definitions.g';
import { isPresent } from '../model/json';
import { resolve } from '../model/pointer';
import { evaluateExpression } from './expression';
import { isYoungerThan } from './idNumber';
import { findOrder, splitEntries } from './order';
import type { Scope } from './roots';
import { findKeywordFault } from './schemaKeywords';

/** Returns whether a condition is an expression: no reference has that name. */
const isCalculation = (condition: Condition): condition is Calculation => 'expression' in condition;

/**
 * Returns whether a condition holds: every clause must, or its expression be true. A reference that finds nothing makes its clause false, except for
 * `present: false`, so conditions that permit something are safe when data is missing.
 * @param condition absent: holds
 */
export function holds(condition: Condition | undefined, scope: Scope): boolean {
  if (condition === undefined) return true;
  if (isCalculation(condition)) return evaluateExpression(condition.expression, scope) === true;
  return Object.entries(condition).every(([pointer, test]) => satisfies(resolve(pointer, scope), test, scope));
}

/** Whether a value satisfies a test; scalars are constants. A pattern asks for a text, which JSON Schema's does not. */
function satisfies(value: unknown, test: Test, scope: Scope): boolean {
  if (typeof test !== 'object') return value === test;
  const { present, pattern, youngerThan, contains, not, anyOf, const: equal, minimum, maximum, ...keywords } = test;
  if (present !== undefined && isPresent(value) !== present) return false;
  if (value === undefined || value === null)
    return present === false || (Object.keys(test).length === 1 && anyOf?.some((option) => satisfies(value, option, scope)) === true);
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
 * Returns whether a value stands to what a reference finds as asked; see {@link findOrder}.
 * @param other no reference: nothing is asked
 */
function compare(value: unknown, other: Scalar | Compared | undefined, scope: Scope, isAsked: (order: number) => boolean): boolean {
  return typeof other !== 'object' || isAsked(findOrder(value, resolve(other.$data, scope)));
}

/** Returns a bound that is written down; undefined for a reference. */
const readLiteral = <T extends Scalar>(bound: T | Compared | undefined): T | undefined => (typeof bound === 'object' ? undefined : bound);

const isYoung = (value: unknown, years: number, { now }: Scope): boolean =>
  typeof value === 'string' && typeof now === 'number' && isYoungerThan(value, years, now);
