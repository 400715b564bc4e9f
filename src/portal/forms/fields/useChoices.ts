import type { FormField, Scalar } from '../../../model/definitions.g';
import { usePage } from '../../data/context';
import { useFormControl } from '../control/context';
import { useShow } from '../../ui/useShow';

/** The choices of a field: those of its definition, or the entries of its dictionary. */
export function useChoices(field: FormField): { value: Scalar; label: string }[] {
  const { page } = usePage();
  const { words } = useShow(useFormControl().scope);
  if (field.dictionary !== undefined)
    return Object.entries(page.data.labels[`dictionary:${field.dictionary}`] ?? {}).map(([value, label]) => ({ value, label }));
  return Object.values(field.options ?? {}).map(({ value, label }) => ({ value, label: words(label) }));
}
