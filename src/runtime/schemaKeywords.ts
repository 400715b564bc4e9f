import type { Scalar, TestSchema } from '../model/definitions.g';
import { matchesPattern } from './pattern';

/** The keywords of JSON Schema (draft-07) that tests of conditions have, without references. */
type Keywords = Pick<TestSchema, 'enum' | 'type' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'pattern'> & {
  const?: Scalar;
  minimum?: number;
  maximum?: number;
};

/** No field and no text of a body is longer than this, in characters, unless its schema says so; rich text has its tags besides. */
export const longestText = 10_000;
export const longestRichText = 100_000;

/** A longer text, in UTF-16 units, satisfies no pattern. */
const longestMatched = longestRichText;

/** Returns whether a text has more characters than `most`. A character is two units at most: what is far too long is not counted. */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** Returns the first keyword that a value does not satisfy; undefined when it satisfies all. Keywords of size apply to their own type alone; lengths count characters. */
export function findKeywordFault(value: unknown, schema: Keywords): keyof Keywords | undefined {
  if (schema.enum !== undefined && !schema.enum.some((option) => option === value)) return 'enum';
  if (schema.const !== undefined && schema.const !== value) return 'const';
  if (schema.type !== undefined && !hasType(value, schema.type)) return 'type';
  if (typeof value === 'string') return findTextFault(value, schema);
  if (typeof value === 'number') return findBoundFault(value, schema, 'minimum', 'maximum');
  return Array.isArray(value) ? findBoundFault(value.length, schema, 'minItems', 'maxItems') : undefined;
}

function findTextFault(text: string, schema: Keywords): keyof Keywords | undefined {
  if (schema.maxLength !== undefined && isLongerThan(text, schema.maxLength)) return 'maxLength';
  if (schema.minLength !== undefined && !isLongerThan(text, schema.minLength - 1)) return 'minLength';
  return schema.pattern !== undefined && (text.length > longestMatched || !matchesPattern(schema.pattern, text)) ? 'pattern' : undefined;
}

function findBoundFault<K extends 'minimum' | 'maximum' | 'minItems' | 'maxItems'>(
  size: number,
  schema: Keywords,
  least: K,
  most: K,
): K | undefined {
  if (size < (schema[least] ?? -Infinity)) return least;
  return size > (schema[most] ?? Infinity) ? most : undefined;
}

function hasType(value: unknown, type: NonNullable<Keywords['type']>): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
