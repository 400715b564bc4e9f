import type { FormField } from '../../model/definitions.g';
import { parsePointer } from '../../model/pointer';
import { isCalculated } from '../../runtime/calculated';
import type { Fields } from '../../runtime/formSchema';
import { eachReference } from '../language/references';
import * as messages from '../problems/messages';

/** What can be worked out: what is one value, and no secret. */
const calculable: readonly FormField['field'][] = [
  ...(['text', 'textarea', 'number', 'integer', 'date', 'dateTime', 'month', 'time', 'select', 'radio', 'checkbox'] as const),
];
/** What says how a value is filled in. */
const ofFilledIn = ['default', 'masked', 'watch', 'sameAs', 'consent', 'birth', 'enabled'] as const;

/** The fields of a form or a row, and the root under which expressions find them. */
interface Siblings {
  root: 'form' | 'row';
  fields: Fields;
  /** The field that is looked at, or the one that it is within. */
  name: string;
}

/**
 * Checks that what is worked out is one value that nobody fills in, and that it is made of what both sides know and have worked out before it.
 * @param outer the fields around these
 */
export function checkCalculated(path: readonly string[], fields: Fields, report: messages.Report, outer: readonly Siblings[] = []): void {
  for (const [name, field] of Object.entries(fields)) {
    const at = [...path, name];
    const root = outer.length === 0 ? 'form' : 'row';
    const around: readonly Siblings[] = [{ root, fields, name }, ...outer];
    if (isCalculated(field)) checkOne(at, field, around, report);
    if (field.fields) checkCalculated([...at, 'fields'], field.fields, report, around);
  }
}

function checkOne(at: readonly string[], field: FormField, around: readonly Siblings[], report: messages.Report): void {
  if (!calculable.includes(field.field))
    report([...at, 'value'], messages.needsContext('A value that is worked out', `a field of kind ${calculable.join(', ')}`), 'key');
  for (const key of ofFilledIn)
    if (field[key] !== undefined) report([...at, key], messages.needsContext(`"${key}"`, 'a field that is filled in'), 'key');
  const told = new Set<string>();
  const visit = (reference: string): void => {
    const [root, name = ''] = parsePointer(reference);
    const siblings = around.find((one) => one.root === root);
    const other = siblings?.fields[name];
    if (!siblings || !other || told.has(name)) return;
    const names = Object.keys(siblings.fields);
    if (isCalculated(other) && names.indexOf(name) >= names.indexOf(siblings.name)) {
      told.add(name);
      report([...at, 'value'], messages.calculatedLater(name));
    } else if (other.local && !field.local) {
      told.add(name);
      report([...at, 'value'], messages.needsContext(`A value made of "${name}", which is never sent,`, '"local": true as well'));
    }
  };
  const { value } = field;
  if (typeof value === 'string') visit(value);
  else if (value) eachReference('Value', value, visit);
}
