import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** An e-mail address. */
export function EmailField(props: FieldProps): ReactElement {
  return <TextInput props={props} type="email" inputMode="email" spellCheck={false} />;
}
