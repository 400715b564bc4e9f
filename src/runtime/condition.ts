import type { Condition, Test, TestSchema } from '../model/definitions.g';
import { isPresent } from '../model/json';
import { resolve } from '../model/pointer';
import type { Scope } from './roots';

/**
 * Whether a condition holds: every clause must. A reference that finds nothing makes its clause false, except for
 * `present: false`, so conditions that permit something are safe when data is missing.
 * @param condition absent: holds
 */
export function holds(condition: Condition | undefined, scope: Scope): boolean {
  return condition === undefined || Object.entries(condition).every(([pointer, test]) => satisfies(resolve(pointer, scope), test));
}

/** Whether a value satisfies a test; scalars are constants. */
export function satisfies(value: unknown, test: Test): boolean {
  if (typeof test !== 'object') return value === test;
  if (test.present !== undefined && isPresent(value) !== test.present) return false;
  if (value === undefined || value === null) return test.present === false;
  return (
    constantHolds(value, test) &&
    sizeHolds(value, test) &&
    (test.contains === undefined || entriesOf(value).some((entry) => satisfies(entry, test.contains ?? {}))) &&
    (test.not === undefined || !satisfies(value, test.not)) &&
    (test.anyOf === undefined || test.anyOf.some((option) => satisfies(value, option)))
  );
}

const entriesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];

function constantHolds(value: unknown, test: TestSchema): boolean {
  return (
    (test.const === undefined || value === test.const) &&
    (test.enum === undefined || test.enum.some((option) => option === value)) &&
    (test.type === undefined || hasType(value, test.type)) &&
    (test.pattern === undefined || (typeof value === 'string' && matches(value, test.pattern)))
  );
}

/** JSON Schema's keywords of size apply to their own type alone; a value of another type passes (draft-07, 6.2 to 6.4). */
function sizeHolds(value: unknown, test: TestSchema): boolean {
  const number = typeof value === 'number' ? value : undefined;
  const length = typeof value === 'string' ? [...value].length : undefined;
  const items = Array.isArray(value) ? value.length : undefined;
  return (
    atLeast(number, test.minimum) &&
    atMost(number, test.maximum) &&
    atLeast(length, test.minLength) &&
    atMost(length, test.maxLength) &&
    atLeast(items, test.minItems) &&
    atMost(items, test.maxItems)
  );
}

const atLeast = (size: number | undefined, bound: number | undefined): boolean =>
  size === undefined || bound === undefined || size >= bound;
const atMost = (size: number | undefined, bound: number | undefined): boolean => size === undefined || bound === undefined || size <= bound;

function hasType(value: unknown, type: NonNullable<TestSchema['type']>): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

const expressions = new Map<string, RegExp>();

function matches(text: string, pattern: string): boolean {
  let expression = expressions.get(pattern);
  if (!expression) expressions.set(pattern, (expression = new RegExp(pattern, 'u')));
  return expression.test(text);
}
