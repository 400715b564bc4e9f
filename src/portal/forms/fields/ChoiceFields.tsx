import type { ReactElement } from 'react';
import type { Scalar } from '../../../model/definitions.g';
import { FieldSet } from './FieldLabel';
import type { FieldProps } from './kinds';
import { useChoices } from './useChoices';

interface ChoicesProps {
  props: FieldProps;
  type: 'radio' | 'checkbox';
  isChosen: (value: Scalar) => boolean;
  onTurn: (value: Scalar) => void;
}

/** A few choices, all of them in sight. */
function Choices({ props, type, isChosen, onTurn }: ChoicesProps): ReactElement {
  const { id, name, invalid } = props;
  return (
    <FieldSet props={props}>
      <div className="field-choices">
        {useChoices(props).map(({ value, label }, index) => (
          <label key={String(value)} className="field-choice">
            <input
              type={type}
              id={index === 0 ? id : `${id}-${index}`}
              name={id}
              data-field={name}
              value={String(value)}
              checked={isChosen(value)}
              aria-invalid={invalid || undefined}
              onChange={() => onTurn(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

/** One of a few choices. */
export const RadioField = (props: FieldProps): ReactElement => (
  <Choices props={props} type="radio" isChosen={(choice) => choice === props.value} onTurn={props.onChange} />
);

/** Several of a few choices; the value is the chosen ones in the order of the choices, joined by commas. */
export function CheckboxesField(props: FieldProps): ReactElement {
  const { value, onChange } = props;
  const choices = useChoices(props).map((entry) => String(entry.value));
  const chosen = new Set(typeof value === 'string' ? value.split(',') : []);
  const turn = (choice: Scalar): void => onChange(choices.filter((entry) => (entry === String(choice)) !== chosen.has(entry)).join(','));
  return <Choices props={props} type="checkbox" isChosen={(choice) => chosen.has(String(choice))} onTurn={turn} />;
}
