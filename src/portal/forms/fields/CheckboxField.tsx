import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { stateOf } from './TextInput';

/** Yes or no. */
export function CheckboxField(props: FieldProps): ReactElement {
  const { id, name, value, label, onChange } = props;
  return (
    <label className="field-choice">
      <input
        {...stateOf(props)}
        type="checkbox"
        id={id}
        name={name}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
