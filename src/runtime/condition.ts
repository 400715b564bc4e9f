import type { Condition, Test } from '../model/definitions.g';
import { isPresent } from '../model/json';
import { resolve } from '../model/pointer';
import { isYoungerThan } from './idNumber';
import type { Scope } from './roots';
import { findKeywordFault } from './schemaKeywords';

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
  const { present, pattern, youngerThan, contains, not, anyOf } = test;
  if (present !== undefined && isPresent(value) !== present) return false;
  if (value === undefined || value === null) return present === false;
  return (
    (pattern === undefined || typeof value === 'string') &&
    findKeywordFault(value, test) === undefined &&
    (youngerThan === undefined || isYoung(value, youngerThan, scope)) &&
    (contains === undefined || splitEntries(value).some((entry) => satisfies(entry, contains, scope))) &&
    (not === undefined || !satisfies(value, not, scope)) &&
    (anyOf === undefined || anyOf.some((option) => satisfies(value, option, scope)))
  );
}

const isYoung = (value: unknown, years: number, { now }: Scope): boolean =>
  typeof value === 'string' && typeof now === 'number' && isYoungerThan(value, years, now);

const splitEntries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
