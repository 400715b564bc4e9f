import type { FieldSchema, TestSchema } from '../model/definitions.g';
import { matchesPattern } from './pattern';
import { parseTime } from './time';

/** The keywords of JSON Schema (draft-07) that say something of one value by themselves, in the rules of fields and in conditions. */
type Keywords = Omit<FieldSchema, 'allOf' | 'anyOf'> & Pick<TestSchema, 'type'>;

/** No field and no text of a body is longer than this, in characters, unless its schema says so; rich text has its tags besides. */
export const longestText = 10_000;
export const longestRichText = 100_000;

/** A longer text, in UTF-16 units, satisfies no pattern. */
const longestMatched = longestRichText;

/** Returns whether a text has more characters than `most`. A character is two units at most: what is far too long is not counted. */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most);
}

/** Returns the first keyword of a field's rule that a value does not satisfy; undefined when it satisfies all. */
export function findSchemaFault(value: unknown, rule: FieldSchema): keyof Keywords | 'allOf' | 'anyOf' | undefined {
  const fault = findKeywordFault(value, rule);
  if (fault !== undefined) return fault;
  const isFaulty = (part: FieldSchema): boolean => findSchemaFault(value, part) !== undefined;
  if (rule.allOf?.some(isFaulty)) return 'allOf';
  return rule.anyOf?.every(isFaulty) ? 'anyOf' : undefined;
}

/** As {@link findSchemaFault}, without rules in rules. Keywords of size and form apply to their own type alone; lengths count characters. */
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
  if (schema.pattern !== undefined && (text.length > longestMatched || !matchesPattern(schema.pattern, text))) return 'pattern';
  return schema.format !== undefined && !formats[schema.format](text) ? 'format' : undefined;
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

const formats: Record<NonNullable<FieldSchema['format']>, (text: string) => boolean> = {
  email: (text) => text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(text) !== undefined,
  uri: (text) => URL.canParse(text),
};
