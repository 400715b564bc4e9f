import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** One line of text. */
export function TextField(props: FieldProps): ReactElement {
  return <TextInput props={props} />;
}
