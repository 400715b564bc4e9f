import type { ReactElement } from 'react';
import { toInputProps, type FieldProps } from './kinds';
import './SliderField.css';

/** A number between two others, moved by hand or by arrow keys; as long as it was not moved there is none. */
export function SliderField(props: FieldProps): ReactElement {
  const { id, field, value, onChange } = props;
  const { minimum, maximum, multipleOf } = field.schema ?? {};
  const [least, most] = [typeof minimum === 'number' ? minimum : 0, typeof maximum === 'number' ? maximum : 100];
  const chosen = typeof value === 'number' ? value : undefined;
  return (
    <div className="slider-field">
      <input
        {...toInputProps(props)}
        type="range"
        className="slider-field-input"
        min={least}
        max={most}
        step={multipleOf ?? 1}
        value={chosen ?? least}
        aria-valuetext={chosen === undefined ? '—' : String(chosen)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id} className="slider-field-value">
        {chosen ?? '—'}
      </output>
    </div>
  );
}
