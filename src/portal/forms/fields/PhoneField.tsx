import type { ReactElement } from 'react';
import type { FieldProps } from './kinds';
import { TextInput } from './TextInput';

/** A telephone number; phones show their digits. */
export function PhoneField(props: FieldProps): ReactElement {
  return <TextInput props={props} type="tel" inputMode="numeric" />;
}
