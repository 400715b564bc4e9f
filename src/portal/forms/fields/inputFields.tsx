import type { ReactElement } from 'react';
import { toNumber } from '../../../runtime/normalizeInput';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** One line of text. */
export const TextField = (props: FieldProps): ReactElement => <TextInput props={props} />;

/** An e-mail address. */
export const EmailField = (props: FieldProps): ReactElement => (
  <TextInput props={props} type="email" inputMode="email" spellCheck={false} />
);

/** A telephone number; phones show their digits. */
export const PhoneField = (props: FieldProps): ReactElement => <TextInput props={props} type="tel" inputMode="numeric" />;

/** The number of an identity card: digits, and perhaps an X at the end. */
export const IdNumberField = (props: FieldProps): ReactElement => (
  <TextInput props={props} autoCapitalize="characters" spellCheck={false} />
);

/** A day, picked or typed, as 2026-11-20. */
export const DateField = (props: FieldProps): ReactElement => <TextInput props={props} type="date" />;

/** A time of day, picked or typed, as 09:30. */
export const TimeField = (props: FieldProps): ReactElement => <TextInput props={props} type="time" />;

/** A day and a time of it, picked or typed, as 2026-11-20T09:30. */
export const DateTimeField = (props: FieldProps): ReactElement => <TextInput props={props} type="datetime-local" />;

/** A month, picked or typed, as 2026-11. */
export const MonthField = (props: FieldProps): ReactElement => <TextInput props={props} type="month" />;

/** A number, whole or not. What is no number stays as it was typed, so that the rule can say so. */
export function NumberField(props: FieldProps): ReactElement {
  const onChange: FieldProps['onChange'] = (typed) => props.onChange(typeof typed === 'string' ? toNumber(typed) : typed);
  return <TextInput props={{ ...props, onChange }} inputMode={props.field.field === 'integer' ? 'numeric' : 'decimal'} />;
}

/** A value that is sent along; there is nothing to see. */
export const HiddenField = (): null => null;
