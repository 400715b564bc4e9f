import type { ReactElement } from 'react';
import { toInputProps, type FieldProps } from './kinds';

/** Yes or no. */
export function CheckboxField(props: FieldProps): ReactElement {
  const { value, label, onChange } = props;
  return (
    <label className="field-choice">
      <input {...toInputProps(props)} type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
