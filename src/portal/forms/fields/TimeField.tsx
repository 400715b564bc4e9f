import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** A time of day, picked or typed, as 09:30. */
export function TimeField(props: FieldProps): ReactElement {
  return <TextInput props={props} type="time" />;
}
