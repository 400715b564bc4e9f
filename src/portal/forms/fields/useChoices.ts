import type { Scalar } from '../../../model/definitions.g';
import { listOffered } from '../../../runtime/offered';
import { usePage } from '../../data/context';
import { useShow } from '../../ui/useShow';
import type { FieldProps } from './kinds';

/** The choices of a field: those of its definition that are offered now, or the entries of its dictionary. */
export function useChoices({ field, scope }: Pick<FieldProps, 'field' | 'scope'>): { value: Scalar; label: string }[] {
  const { page } = usePage();
  const { words } = useShow(scope);
  if (field.dictionary !== undefined)
    return Object.entries(page.data.labels[`dictionary:${field.dictionary}`] ?? {}).map(([value, label]) => ({ value, label }));
  return listOffered(field, scope).map(({ value, label }) => ({ value, label: words(label) }));
}
