import type { Form, Value } from '../model/definitions.g';
import { isPresent } from '../model/json';
import { parsePointer } from '../model/pointer';
import { isApplicable, type FieldFault, type FormValues } from './formCheck';
import type { Scope } from './roots';
import { formatText, type Patterns } from './text';
import { evaluate } from './value';

/** The roots that the server finds without the page: who is asking, and what is the institution's. */
const known: readonly string[] = ['viewer', 'site', 'texts', 'tenant'];

/** Returns whether the server finds the same as the page. */
const isKnown = (value: Value): boolean => (typeof value === 'string' ? known.includes(parsePointer(value)[0] ?? '') : 'const' in value);

/**
 * Returns the faults of read-only fields that came with another value than the default that the server knows itself.
 * @param values what was sent, by the names of fields
 * @param scope the roots of the server, with the member who is asking
 */
export function findChangedFields(form: Form, values: FormValues, scope: Scope, patterns: Patterns): FieldFault[] {
  const inner: Scope = { ...scope, form: values };
  return Object.entries(form.fields).flatMap(([name, field]): FieldFault[] => {
    if (!field.readOnly || field.local || field.masked || field.default === undefined || !isKnown(field.default)) return [];
    const [sent, given] = [values[name], evaluate(field.default, inner)];
    if (sent === given || (!isPresent(sent) && !isPresent(given)) || !isApplicable(form, field, inner)) return [];
    return [
      {
        field: name,
        message: formatText(field.errors?.['readOnly'] ?? field.errors?.['schema'] ?? '/texts/readOnlyChanged', inner, patterns),
      },
    ];
  });
}
