import type { Condition, Form, FormField } from '../../model/definitions.g';
import { parsePointer } from '../../model/pointer';
import { isCalculated } from '../../runtime/calculated';
import type { Fields } from '../../runtime/formSchema';
import { getSentName, listSentFields } from '../../runtime/sentShape';
import { eachReference } from '../language/references';
import * as messages from '../problems/messages';

/** What the server judges of a field, and where it says so. */
interface Judged {
  at: readonly string[];
  condition: Condition | undefined;
}

/**
 * Checks that the server can judge the conditions of what is sent: what a local field holds never reaches it, so that what visitors see and
 * fill in would be refused. What is worked out it works out itself; what choices hang on is checked with these (`choices.ts`).
 * @param path that of the form
 */
export function checkUnsent(path: readonly string[], form: Form, report: messages.Report): void {
  const { fields, steps = {} } = form;
  const unsent = Object.entries(fields).flatMap(([name, field]) => (field.local === true && !isCalculated(field) ? [name] : []));
  if (unsent.length === 0) return;
  const [first = ''] = Object.keys(steps);
  const sent = Object.entries(fields).filter(([name, field]) => field.local !== true && !isSentUnseen(name, field, fields));
  const used = new Set(sent.map(([, { step = first }]) => step));
  const judged = [
    ...Object.entries(steps).flatMap(([name, { when }]) =>
      used.has(name) ? [{ at: [...path, 'steps', name, 'when'], condition: when }] : [],
    ),
    ...sent.flatMap(([name, field]) => listJudged([...path, 'fields', name], field)),
  ];
  for (const { at, condition } of judged) {
    const found = new Set<string>();
    if (condition)
      eachReference('Condition', condition, (reference) => {
        const [root, name = ''] = parsePointer(reference);
        if (root === 'form' && unsent.includes(name)) found.add(name);
      });
    for (const name of found) report(at, messages.neverSent(name), 'key');
  }
  for (const [name, { parent }] of sent)
    if (parent !== undefined && unsent.includes(parent)) report([...path, 'fields', name, 'parent'], messages.neverSent(parent));
}

/** A hidden field is taken as it comes, unless another one is sent under its name: then its condition says whose the value is. */
function isSentUnseen(name: string, field: FormField, fields: Fields): boolean {
  const as = getSentName(name, field);
  return field.field === 'hidden' && listSentFields(fields).filter(([other, of]) => !of.local && getSentName(other, of) === as).length < 2;
}

const listJudged = (at: readonly string[], { when, enabled, assert, fields }: FormField): Judged[] => [
  { at: [...at, 'when'], condition: when },
  { at: [...at, 'enabled'], condition: enabled },
  { at: [...at, 'assert'], condition: assert },
  ...Object.entries(fields ?? {}).flatMap(([name, field]) => listJudged([...at, 'fields', name], field)),
];
