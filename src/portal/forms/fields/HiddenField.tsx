import type { FieldProps } from './kinds';

/** A value that is sent along; there is nothing to see. */
export function HiddenField(_props: FieldProps): null {
  return null;
}
