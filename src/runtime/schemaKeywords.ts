import type { FieldSchema, TestSchema } from '../model/definitions.g';
import { parseTime } from './time';

/** The keywords of JSON Schema (draft-07) that say something of one value by themselves, in the rules of fields and in conditions. */
type Keywords = Omit<FieldSchema, 'allOf' | 'anyOf'> & Pick<TestSchema, 'type'>;

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
  const fault = findBoundFault([...text].length, schema, 'minLength', 'maxLength');
  if (fault !== undefined) return fault;
  if (schema.pattern !== undefined && !compilePattern(schema.pattern).test(text)) return 'pattern';
  return schema.format !== undefined && !formats[schema.format](text) ? 'format' : undefined;
}

function findBoundFault<K extends 'minimum' | 'maximum' | 'minItems' | 'maxItems' | 'minLength' | 'maxLength'>(
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

const expressions = new Map<string, RegExp>();

function compilePattern(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (!expression) expressions.set(pattern, (expression = new RegExp(pattern, 'u')));
  return expression;
}
