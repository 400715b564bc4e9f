import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { stateOf } from './TextInput';

/** Several lines of text; with a limit it counts. */
export function TextareaField(props: FieldProps): ReactElement {
  const { id, name, field, value, placeholder, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  const most = field.schema?.maxLength;
  return (
    <>
      <textarea
        {...stateOf(props)}
        id={id}
        name={name}
        className="input field-input field-area"
        rows={5}
        placeholder={placeholder || undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {most !== undefined && (
        <p className="field-count" aria-hidden="true">
          {[...text].length} / {most}
        </p>
      )}
    </>
  );
}
