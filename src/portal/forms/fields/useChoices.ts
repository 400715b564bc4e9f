import type { Scalar } from '../../../model/definitions.g';
import { listInTree } from '../../../runtime/offered';
import { listOffered } from '../../../runtime/offeredOptions';
import { useShow } from '../../ui/useShow';
import { useFormControl } from '../control/context';
import type { FieldProps } from './kinds';

/** The choices of a field that are offered now: those of its definition, or the entries of its dictionary. */
export function useChoices(props: Pick<FieldProps, 'field' | 'scope' | 'beside'>): readonly { value: Scalar; label: string }[] {
  const { field, scope } = props;
  const { findTree } = useFormControl();
  const { words } = useShow(scope);
  return listInTree(props, findTree) ?? listOffered(field, scope).map(({ value, label }) => ({ value, label: words(label) }));
}
