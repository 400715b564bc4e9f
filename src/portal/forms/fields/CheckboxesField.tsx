import type { ReactElement } from 'react';
import { FieldLabel } from './FieldLabel';
import type { FieldProps } from './kinds';
import { useChoices } from './useChoices';

/** Several of a few choices, all of them in sight; the value is the chosen ones in the order of the choices, joined by commas. */
export function CheckboxesField({ id, name, field, value, label, onChange, describedBy, invalid }: FieldProps): ReactElement {
  const choices = useChoices(field);
  const chosen = new Set(typeof value === 'string' ? value.split(',') : []);
  const turn = (choice: string): void => {
    const wanted = choices.map((entry) => String(entry.value)).filter((entry) => (entry === choice) !== chosen.has(entry));
    onChange(wanted.join(','));
  };
  return (
    <fieldset className="field-set" aria-describedby={describedBy}>
      <legend className="field-label">
        <FieldLabel label={label} required={field.required !== undefined} />
      </legend>
      <div className="field-choices">
        {choices.map((choice, index) => (
          <label key={String(choice.value)} className="field-choice">
            <input
              type="checkbox"
              id={index === 0 ? id : `${id}-${index}`}
              name={id}
              data-field={name}
              value={String(choice.value)}
              checked={chosen.has(String(choice.value))}
              aria-invalid={invalid || undefined}
              onChange={() => turn(String(choice.value))}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
