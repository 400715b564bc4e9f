import type { FilterChoice } from '../model/payload';
import { isPresent } from '../model/json';
import type { ChoiceTree, FindTree } from './choiceTree';
import type { FieldPlace } from './nested';

/** The name under which the page's data have the tree of types of its column, for the fields of forms. */
export const columnTypes = 'types:';

/** Types of which one is chosen: a type with all below it, or all that have none below them, whose label is empty. */
export interface TypeGroup {
  label: string;
  choices: readonly Pick<FilterChoice, 'value' | 'label'>[];
}

/** Returns the groups that a tree of types is chosen from, as those of a filter (ledger CONV-15). */
export function listTypeGroups(tree: ChoiceTree): TypeGroup[] {
  const listBelow = (code: string): TypeGroup['choices'] =>
    tree.below(code)?.flatMap((choice) => [choice, ...listBelow(choice.value)]) ?? [];
  const top = (tree.below() ?? []).map((choice) => ({ choice, below: listBelow(choice.value) }));
  const single = top.filter(({ below }) => below.length === 0).map(({ choice }) => choice);
  return [
    ...(single.length > 0 ? [{ label: '', choices: single }] : []),
    ...top.filter(({ below }) => below.length > 0).map(({ choice, below }) => ({ label: choice.label, choices: below })),
  ];
}

/** Returns the ids of types that a field holds. */
export const splitTypes = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? value.split(',') : []);

/**
 * Returns what is wrong with the types that a field holds: one that is not offered or several of a group (`enum`), or a group without one where
 * one is asked for (`choose`), with the name of the group.
 */
export function findTypesFault(
  { field, value, beside }: Pick<FieldPlace, 'field' | 'value' | 'beside'>,
  findTree: FindTree,
): { keyword: 'enum' | 'choose'; group: string } | undefined {
  if (field.field !== 'types') return undefined;
  const tree = findTree(field, beside);
  const groups = tree ? listTypeGroups(tree) : [];
  const rest = new Set(splitTypes(value));
  let missing: string | undefined;
  for (const { label, choices } of groups) {
    const chosen = choices.filter((choice) => rest.has(choice.value));
    if (chosen.length > 1) return { keyword: 'enum', group: label };
    if (chosen[0]) rest.delete(chosen[0].value);
    else missing ??= label;
  }
  if (rest.size > 0) return { keyword: 'enum', group: '' };
  return isPresent(field.required) && missing !== undefined ? { keyword: 'choose', group: missing } : undefined;
}
