import useSWR from 'swr';
import { createTree, toChoices, type ChoiceTree } from '../../../runtime/choiceTree';
import type { DataKey } from '../../data/keys';
import { useShow } from '../../ui/useShow';
import { useFormControl } from '../control/context';
import { fetchLevel } from '../control/trees';
import type { FieldProps } from './kinds';

/** One level of a cascade. */
export interface CascadeLevel {
  choices: NonNullable<ReturnType<ChoiceTree['below']>>;
  /** The code that is chosen on it. */
  chosen: string | undefined;
}

/** The levels of a cascade down to the one below its choice. */
export interface CascadeLevels {
  levels: CascadeLevel[];
  state: 'ready' | 'loading' | 'failed';
  retry: () => void;
}

/** Drives a cascade: of a tree that the portal brings along each level is fetched when it is needed. */
export function useLevels({ field, value, scope }: Pick<FieldProps, 'field' | 'value' | 'scope'>): CascadeLevels {
  const { findTree } = useFormControl();
  const { words } = useShow(scope);
  const tree = field.options ? createTree(toChoices(field.options, ({ label }) => words(label))) : findTree(field);
  const path = (typeof value === 'string' && value !== '' && tree?.pathTo(value)) || [];
  const asked = [undefined, ...path];
  const { error, isLoading, mutate } = useSWR<unknown, unknown>(
    field.tree === undefined ? null : (['divisions', ...path] satisfies DataKey),
    () => Promise.all(asked.map((code) => fetchLevel(code))),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  const levels = asked.flatMap((code, index): CascadeLevel[] => {
    const choices = tree?.below(code) ?? [];
    return choices.length === 0 ? [] : [{ choices, chosen: path[index] }];
  });
  return { levels, state: error === undefined ? (isLoading ? 'loading' : 'ready') : 'failed', retry: () => void mutate() };
}
