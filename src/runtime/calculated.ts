import type { FormField } from '../model/definitions.g';
import { isObject } from '../model/json';
import type { Fields } from './formSchema';
import { enterRow } from './nested';
import type { Scope } from './roots';
import { evaluate } from './value';

/** Returns whether what a field holds is worked out, on both sides, and not filled in. */
export const isCalculated = ({ field, value }: FormField): boolean => value !== undefined && field !== 'hidden';

/** Returns whether a field is shown to be read alone. */
export const isFixed = (field: FormField): boolean => field.readOnly === true || isCalculated(field);

/**
 * Returns what a form holds with what is worked out of it, in the order of its fields; what stood in its place counts for nothing. Values of which
 * nothing is worked out are returned as they are.
 * @param scope the roots that expressions refer to; `form`, and `row` within rows, are added here
 */
export function completeValues<V extends Readonly<Record<string, unknown>>>(fields: Fields, values: V, scope: Scope): V {
  return hasCalculated(fields) ? (complete(fields, values, (held) => ({ ...scope, form: held })) as V) : values;
}

function complete(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  toScope: (held: Readonly<Record<string, unknown>>) => Scope,
): Record<string, unknown> {
  const held = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    const { fields: inner } = field;
    if (isCalculated(field)) {
      const { [name]: _before, ...others } = held;
      const value = evaluate(field.value, toScope(others));
      if (value === undefined) delete held[name];
      else held[name] = value;
    } else if (inner && hasCalculated(inner)) held[name] = completeWithin(field, inner, held[name], toScope(held));
  }
  return held;
}

/** Returns rows or a group with what is worked out in them. */
function completeWithin({ field }: FormField, fields: Fields, value: unknown, scope: Scope): unknown {
  const completePart = (part: unknown): unknown =>
    isObject(part) ? complete(fields, part, (held) => (field === 'rows' ? enterRow(scope, held) : scope)) : part;
  return Array.isArray(value) ? value.map(completePart) : completePart(value);
}

const hasCalculated = (fields: Fields): boolean =>
  Object.values(fields).some((field) => isCalculated(field) || (field.fields !== undefined && hasCalculated(field.fields)));
