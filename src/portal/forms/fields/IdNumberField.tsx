import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** The number of an identity card: digits, and perhaps an X at the end. */
export function IdNumberField(props: FieldProps): ReactElement {
  return <TextInput props={props} autoCapitalize="characters" spellCheck={false} />;
}
