import type { ReactElement } from 'react';
import { toInputProps, type FieldProps } from './kinds';

/** Several lines of text; with a limit it counts. */
export function TextareaField(props: FieldProps): ReactElement {
  const { field, value, placeholder, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  const most = field.schema?.maxLength;
  return (
    <>
      <textarea
        {...toInputProps(props)}
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
