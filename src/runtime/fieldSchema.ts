import type { FieldSchema } from '../model/definitions.g';
import { parseTime } from './time';

/**
 * The first keyword of a field's rule that a value does not satisfy (JSON Schema draft-07: keywords of size and form apply to
 * their own type alone, lengths count characters).
 * @returns the keyword, or undefined when the value satisfies the rule
 */
export function schemaFault(value: unknown, rule: FieldSchema): keyof FieldSchema | undefined {
  if (rule.enum !== undefined && !rule.enum.some((option) => option === value)) return 'enum';
  if (rule.const !== undefined && rule.const !== value) return 'const';
  const own = typeof value === 'string' ? textFault(value, rule) : typeof value === 'number' ? numberFault(value, rule) : undefined;
  if (own !== undefined) return own;
  if (rule.allOf?.some((part) => schemaFault(value, part) !== undefined)) return 'allOf';
  return rule.anyOf !== undefined && rule.anyOf.every((part) => schemaFault(value, part) !== undefined) ? 'anyOf' : undefined;
}

function textFault(text: string, rule: FieldSchema): keyof FieldSchema | undefined {
  const length = [...text].length;
  if (rule.minLength !== undefined && length < rule.minLength) return 'minLength';
  if (rule.maxLength !== undefined && length > rule.maxLength) return 'maxLength';
  if (rule.pattern !== undefined && !expressionOf(rule.pattern).test(text)) return 'pattern';
  return rule.format !== undefined && !formats[rule.format](text) ? 'format' : undefined;
}

function numberFault(number: number, rule: FieldSchema): keyof FieldSchema | undefined {
  if (rule.minimum !== undefined && number < rule.minimum) return 'minimum';
  return rule.maximum !== undefined && number > rule.maximum ? 'maximum' : undefined;
}

const formats: Record<NonNullable<FieldSchema['format']>, (text: string) => boolean> = {
  email: (text) => text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(text) !== undefined,
  uri: (text) => URL.canParse(text),
};

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (!expression) expressions.set(pattern, (expression = new RegExp(pattern, 'u')));
  return expression;
}
