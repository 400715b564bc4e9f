import type { FieldKind, FormField } from '../../model/definitions.g';
import { getFieldFormat } from '../../runtime/formSchema';
import { parts } from '../language/metaSchemas';
import * as messages from '../problems/messages';
import { findNearest } from '../problems/wording';

/** The names that messages of rules have: keywords of JSON Schema, and what is refused besides. */
const errorNames: string[] = [
  ...Object.keys(parts['FieldSchema']?.properties ?? {}),
  'schema',
  'alert',
  'assert',
  'sameAs',
  'type',
  'size',
  'count',
  'max',
  'choose',
];

/** What is typed, so that it has no choices that it could be none of. */
const typed: readonly FieldKind[] = [
  ...(['text', 'textarea', 'phone', 'idNumber', 'password', 'email', 'number', 'integer', 'slider'] as const),
  ...(['date', 'dateTime', 'month', 'time', 'richText', 'checkbox', 'agreement'] as const),
];
const numeric: readonly FieldKind[] = ['number', 'integer', 'slider', 'rating'];
const listed: readonly FieldKind[] = ['rows', 'combobox'];

/** Whether a field has a rule besides its schema, by the names of messages; of the others nothing more is known than that they are in the schema or not. */
const hasRule: Readonly<Record<string, (field: FormField) => boolean>> = {
  schema: () => true,
  alert: () => true,
  type: () => true,
  required: () => false,
  assert: ({ assert }) => assert !== undefined,
  sameAs: ({ sameAs }) => sameAs !== undefined,
  size: ({ upload }) => upload !== undefined,
  count: ({ upload }) => upload !== undefined,
  max: ({ pick }) => pick !== undefined,
  choose: ({ field }) => field === 'types',
  format: (field) => getFieldFormat(field) !== undefined,
  // What kinds of fields limit of themselves.
  maxLength: ({ field }) => !numeric.includes(field),
  maxItems: ({ field }) => listed.includes(field),
  minimum: ({ field }) => field === 'rating',
  maximum: ({ field }) => field === 'rating',
  enum: ({ field }) => !typed.includes(field),
};

/** Warns of messages of a field that nobody ever gets: those of rules that it does not have. @param at where the field stands */
export function checkErrors(at: readonly string[], field: FormField, report: messages.Report): void {
  for (const name of Object.keys(field.errors ?? {})) {
    const path = [...at, 'errors', name];
    if (errorNames.includes(name) || name === 'required') {
      const isThere = name in (field.schema ?? {}) || hasRule[name]?.(field) === true;
      if (!isThere) report(path, name === 'required' ? messages.misplacedRequired() : messages.absentRule(name), 'key');
      // Kinds of fields have names of their own besides; what is like one that all have is misspelt.
    } else if (findNearest(name, errorNames) !== undefined) report(path, messages.unusedError(name, errorNames), 'key');
  }
}
