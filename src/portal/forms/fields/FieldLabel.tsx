import type { ReactElement } from 'react';

/** The words of a label, with the mark of what has to be filled in; the mark is said otherwise to assistive technology. */
export function FieldLabel({ label, required }: { label: string; required: boolean }): ReactElement {
  return (
    <>
      {label}
      {required && (
        <span className="field-star" aria-hidden="true">
          *
        </span>
      )}
    </>
  );
}
