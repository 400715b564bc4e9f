import type { ReactElement } from 'react';
import { useShow } from '../../ui/useShow';
import { useFormControl } from '../control/context';
import { FieldHint } from './FieldLabel';
import type { FieldProps } from './kinds';

/** A heading between fields, a level below that of the page or the dialog that the form stands in. */
export function HeadingField({ id, label, field, scope }: FieldProps): ReactElement {
  const { words } = useShow(scope);
  const { isInDialog } = useFormControl();
  const Heading = isInDialog ? 'h3' : 'h2';
  return (
    <>
      <Heading id={id} className="field-title">
        {label}
      </Heading>
      <FieldHint id={id} hint={words(field.hint)} />
    </>
  );
}
