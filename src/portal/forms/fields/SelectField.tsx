import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { toInputProps, type FieldProps } from './kinds';
import { useChoices } from './useChoices';

/** One of several choices, in a list that opens. */
export function SelectField(props: FieldProps): ReactElement {
  const { say } = useShell();
  const { field, value, placeholder, onChange } = props;
  const choices = useChoices(props);
  const chosen = choices.findIndex((choice) => choice.value === value);
  return (
    <select
      {...toInputProps(props)}
      className="input field-input"
      value={chosen < 0 ? '' : String(chosen)}
      onChange={(event) => onChange(choices[Number(event.target.value)]?.value ?? '')}
    >
      <option value="" disabled={field.required !== undefined}>
        {placeholder || say('chooseField')}
      </option>
      {choices.map((choice, index) => (
        <option key={String(choice.value)} value={index}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
