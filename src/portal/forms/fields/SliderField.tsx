import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { toInputProps, type FieldProps } from './kinds';
import './SliderField.css';

const movingKeys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowLeft', 'Home', 'PageDown']);

/** A number between two others, moved by hand or by arrow keys; as long as nobody did there is none. */
export function SliderField(props: FieldProps): ReactElement {
  const { id, field, value, onChange } = props;
  const { minimum, maximum, multipleOf } = field.schema ?? {};
  const [least, most] = [typeof minimum === 'number' ? minimum : 0, typeof maximum === 'number' ? maximum : 100];
  const chosen = typeof value === 'number' ? value : undefined;
  // Where it stands before it was moved can be chosen, too, though nothing changes then.
  const choose = ({ currentTarget }: KeyboardEvent<HTMLInputElement> | PointerEvent<HTMLInputElement>): void => {
    if (chosen === undefined) onChange(currentTarget.valueAsNumber);
  };
  return (
    <div className="slider-field">
      <input
        {...toInputProps(props)}
        // ARIA has no such state of a slider: the star of the label says it.
        aria-required={undefined}
        type="range"
        className="slider-field-input"
        min={least}
        max={most}
        step={multipleOf ?? 1}
        value={chosen ?? least}
        aria-valuetext={chosen === undefined ? '—' : String(chosen)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerUp={choose}
        onKeyUp={(event) => {
          if (movingKeys.has(event.key)) choose(event);
        }}
      />
      <output htmlFor={id} className="slider-field-value">
        {chosen ?? '—'}
      </output>
    </div>
  );
}
