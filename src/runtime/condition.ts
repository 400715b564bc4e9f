import type { Condition, Test } from '../model/definitions.g';
import { isPresent } from '../model/json';
import { resolve } from '../model/pointer';
import type { Scope } from './roots';
import { findKeywordFault } from './schemaKeywords';

/**
 * Returns whether a condition holds: every clause must. A reference that finds nothing makes its clause false, except for
 * `present: false`, so conditions that permit something are safe when data is missing.
 * @param condition absent: holds
 */
export function holds(condition: Condition | undefined, scope: Scope): boolean {
  return condition === undefined || Object.entries(condition).every(([pointer, test]) => satisfies(resolve(pointer, scope), test));
}

/** Whether a value satisfies a test; scalars are constants. A pattern asks for a text, which JSON Schema's does not. */
function satisfies(value: unknown, test: Test): boolean {
  if (typeof test !== 'object') return value === test;
  const { present, pattern, contains, not, anyOf } = test;
  if (present !== undefined && isPresent(value) !== present) return false;
  if (value === undefined || value === null) return present === false;
  return (
    (pattern === undefined || typeof value === 'string') &&
    findKeywordFault(value, test) === undefined &&
    (contains === undefined || splitEntries(value).some((entry) => satisfies(entry, contains))) &&
    (not === undefined || !satisfies(value, not)) &&
    (anyOf === undefined || anyOf.some((option) => satisfies(value, option)))
  );
}

const splitEntries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
