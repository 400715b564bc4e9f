import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** A day, picked or typed, as 2026-11-20. */
export function DateField(props: FieldProps): ReactElement {
  return <TextInput props={props} type="date" />;
}
