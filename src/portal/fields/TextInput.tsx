import type { InputHTMLAttributes, ReactElement } from 'react';
import type { FieldProps } from './kinds';

/** The attributes that tell assistive technology of a field's state. */
export const stateOf = ({ describedBy, invalid, field }: FieldProps): { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined; 'aria-required': true | undefined } => ({
  'aria-describedby': describedBy, 'aria-invalid': invalid || undefined, 'aria-required': field.required === undefined ? undefined : true,
});

/** One line that is typed; its own kind decides on the attributes. */
export function TextInput({ props, ...attributes }: { props: FieldProps } & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const { id, name, field, value, placeholder, onChange } = props;
  return (
    <input
      type="text" {...attributes} {...stateOf(props)} id={id} name={name} className={`input field-input ${attributes.className ?? ''}`.trim()} autoComplete={field.autocomplete ?? 'off'} placeholder={placeholder || undefined}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''} onChange={(event) => onChange(event.target.value)}
    />
  );
}
