import type { FieldKind } from '../../model/definitions.g';

const kept: readonly FieldKind[] = [
  'text',
  'textarea',
  'phone',
  'idNumber',
  'email',
  'number',
  'integer',
  'slider',
  'date',
  'dateTime',
  'month',
  'time',
  'select',
  'radio',
  'checkboxes',
  'rating',
  'checkbox',
  'hidden',
  'cascade',
];

/** The kinds of fields whose values can be kept beside a record: no secrets, no files, nothing that is sent as something else. */
export const keptKinds: ReadonlySet<FieldKind> = new Set(kept);
