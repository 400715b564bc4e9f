import type { FormField, Options } from '../model/definitions.g';
import type { FilterChoice } from '../model/payload';

/** A tree of choices, as far as it is known here. */
export interface ChoiceTree {
  /** Returns the choices below a code, of none those of the first level; empty below a last one, undefined when nobody knows here yet. */
  below(code?: string): readonly Pick<FilterChoice, 'value' | 'label'>[] | undefined;
  /** Returns the codes from the first level down to one; undefined for a code that is not in the tree. */
  pathTo(code: string): readonly string[] | undefined;
}

/** Finds the tree that a field chooses from, which can hang on what the fields beside it hold; undefined when it has none, or nobody knows it here. */
export type FindTree = (field: FormField, beside?: Readonly<Record<string, unknown>>) => ChoiceTree | undefined;

/** Returns a tree that is known as a whole. */
export function createTree(choices: readonly FilterChoice[]): ChoiceTree {
  const paths = new Map<string, string[]>();
  const nodes = new Map<string, FilterChoice>();
  const visit = (found: readonly FilterChoice[], above: readonly string[]): void => {
    for (const choice of found) {
      if (nodes.has(choice.value)) continue;
      nodes.set(choice.value, choice);
      paths.set(choice.value, [...above, choice.value]);
      visit(choice.children ?? [], [...above, choice.value]);
    }
  };
  visit(choices, []);
  return {
    below: (code) => (code === undefined ? choices : (nodes.get(code)?.children ?? [])),
    pathTo: (code) => paths.get(code),
  };
}

/** Returns options with those below them as choices. @param toWords formats a label */
export const toChoices = (options: Options | undefined, toWords: (option: Options[string]) => string): FilterChoice[] =>
  Object.values(options ?? {}).map((option) => ({
    value: String(option.value),
    label: toWords(option),
    ...(option.children ? { children: toChoices(option.children, toWords) } : {}),
  }));

const optionTrees = new WeakMap<Options, ChoiceTree>();

/** Returns the tree of a field's own options, without words. */
export function getOptionTree({ options }: FormField): ChoiceTree | undefined {
  if (!options) return undefined;
  let tree = optionTrees.get(options);
  if (!tree) optionTrees.set(options, (tree = createTree(toChoices(options, () => ''))));
  return tree;
}

/** Returns the words of all levels down to a code, parted by spaces; undefined for a code that is not in the tree. */
export function writePath(tree: ChoiceTree, code: string): string | undefined {
  const path = tree.pathTo(code);
  return path
    ?.map((step, index) => tree.below(path[index - 1])?.find(({ value }) => value === step)?.label ?? '')
    .filter((label, index, labels) => label !== '' && label !== labels[index - 1])
    .join(' ');
}
