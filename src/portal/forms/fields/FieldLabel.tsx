import type { ReactElement, ReactNode } from 'react';
import type { FieldProps } from './kinds';
import './field.css';
import './fieldParts.css';

/** The words of a label, with the mark of what has to be filled in; the mark is said otherwise to assistive technology. */
export function FieldLabel({ label, field }: Pick<FieldProps, 'label' | 'field'>): ReactElement {
  return (
    <>
      {label}
      {field.required !== undefined && (
        <span className="field-star" aria-hidden="true">
          *
        </span>
      )}
    </>
  );
}

interface FieldSetProps {
  props: FieldProps;
  describedBy?: string | undefined;
  busy?: boolean;
  children: ReactNode;
}

/** Several elements that are one field, under its label. */
export function FieldSet({ props, describedBy = props.describedBy, busy = false, children }: FieldSetProps): ReactElement {
  return (
    <fieldset className="field-set" aria-describedby={describedBy} aria-busy={busy || undefined}>
      <legend className="field-label">
        <FieldLabel {...props} />
      </legend>
      {children}
    </fieldset>
  );
}

/** The words that help with a field, below its label. */
export const FieldHint = ({ id, hint }: { id: string; hint: string }): ReactElement | null =>
  hint === '' ? null : (
    <p id={`${id}-hint`} className="field-hint">
      {hint}
    </p>
  );
