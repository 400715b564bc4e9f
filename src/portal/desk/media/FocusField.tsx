import type { ReactElement } from 'react';
import { evaluate } from '../../../runtime/value';
import type { FieldProps } from '../../forms/fields/kinds';
import { toPictureAddress } from '../../ui/Picture';
import { FocusPad } from './FocusPad';

/** The point of a picture that stays where it is cropped, as a field. */
export function FocusField({ id, field, scope, value, onChange, label, describedBy }: FieldProps): ReactElement | null {
  const picture = toPictureAddress(evaluate(field.picture, scope));
  if (picture === undefined) return null;
  return <FocusPad id={id} picture={picture} value={value} onChange={onChange} label={label} describedBy={describedBy} />;
}
