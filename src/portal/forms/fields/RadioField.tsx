import type { ReactElement } from 'react';
import { FieldLabel } from './FieldLabel';
import type { FieldProps } from './kinds';
import { useChoices } from './useChoices';

/** One of a few choices, all of them in sight. */
export function RadioField({ id, name, field, value, label, onChange, describedBy, invalid }: FieldProps): ReactElement {
  const choices = useChoices(field);
  return (
    <fieldset className="field-set" aria-describedby={describedBy}>
      <legend className="field-label">
        <FieldLabel label={label} required={field.required !== undefined} />
      </legend>
      <div className="field-choices">
        {choices.map((choice, index) => (
          <label key={String(choice.value)} className="field-choice">
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${index}`}
              name={id}
              data-field={name}
              value={String(choice.value)}
              checked={choice.value === value}
              aria-invalid={invalid || undefined}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
