import type { FieldKind, FormField } from '../../../model/definitions.g';
import type { Scope } from '../../../runtime/roots';
import type { InputHTMLAttributes } from 'react';
import type { Loadable } from '../../ui/loadable';

/** A record that was found by typing. */
export interface ChosenRecord {
  id: string;
  label: string;
}

/** What the component of a field is given. The element that takes the focus has the id. */
export interface FieldProps {
  id: string;
  name: string;
  field: FormField;
  /** What the fields beside it hold. */
  beside: Readonly<Record<string, unknown>>;
  /** What its conditions and words see: within a row also the root row. */
  scope: Scope;
  value: unknown;
  onChange: (value: string | number | boolean | readonly string[] | ChosenRecord | readonly ChosenRecord[]) => void;
  label: string;
  placeholder: string;
  /** Ids of the words that help and of the message, for aria-describedby. */
  describedBy: string | undefined;
  invalid: boolean;
}

/** Kinds of fields that only staff are shown: their components come with the desk. */
export type DeskFieldKind = 'focus' | 'coordinate';

/** The component of every kind of field but rows and groups, which are made of others. The record is exhaustive: the compiler names a kind without one. */
export type FieldKinds = { [K in Exclude<FieldKind, 'rows' | 'group' | DeskFieldKind>]: Loadable<FieldProps> };

/** Kinds that are not one element with a label in front: they bring their own. */
export const ownLabel: ReadonlySet<FieldKind> = new Set([
  'checkbox',
  'agreement',
  'radio',
  'checkboxes',
  'rating',
  'richText',
  'pickOne',
  'pickMany',
  'timeSlots',
  'rows',
  'group',
  'cascade',
  'types',
  'heading',
]);

/** Kinds that take the whole width where fields stand side by side. */
export const wideKinds: ReadonlySet<FieldKind> = new Set([
  'textarea',
  'richText',
  'image',
  'video',
  'file',
  'pickOne',
  'pickMany',
  'agreement',
  'rows',
  'group',
  'cascade',
  'combobox',
  'types',
  'heading',
]);

/** Kinds that show nothing of a form but what they hold themselves and what they are given in words. */
export const ownKinds: ReadonlySet<FieldKind> = new Set([
  'text',
  'textarea',
  'phone',
  'idNumber',
  'password',
  'email',
  'number',
  'integer',
  'slider',
  'date',
  'dateTime',
  'month',
  'time',
  'rating',
  'checkbox',
  'hidden',
]);

/** Joins the ids of elements that describe a field; undefined when there are none. */
export const joinIds = (...ids: readonly (string | false | undefined)[]): string | undefined => ids.filter(Boolean).join(' ') || undefined;

type InputProps = Pick<InputHTMLAttributes<HTMLElement>, 'id' | 'name' | 'aria-describedby' | 'aria-invalid' | 'aria-required'>;

/** Returns the attributes of the element that takes the input of a field: its names, and what tells assistive technology of its state. */
export const toInputProps = ({ id, name, describedBy, invalid, field }: FieldProps): InputProps => ({
  id,
  name,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': field.required === undefined ? undefined : true,
});
