import type { CompiledPortal } from '../../model/compiled';
import type { DictionaryEntry, Types } from '../../model/definitions.g';
import type { FilterChoice } from '../../model/payload';
import { getOwn } from '../../model/json';
import { createTree, getOptionTree, type ChoiceTree, type FindTree } from '../../runtime/choiceTree';
import { divisions } from './divisions/divisions';

type Entries = Readonly<Record<string, DictionaryEntry>>;

const toChoices = (entries: Entries): FilterChoice[] =>
  Object.values(entries).map(({ dictCode, dictName, children }) => ({
    value: dictCode,
    label: dictName,
    ...(children ? { children: toChoices(children) } : {}),
  }));

const trees = new WeakMap<Entries, ChoiceTree>();

/** Returns a dictionary of an institution as a tree; undefined of one that its settings do not have. */
export function getDictionaryTree({ settings }: Pick<CompiledPortal, 'settings'>, code: string): ChoiceTree | undefined {
  const entries = settings.dictionaries?.[code]?.entries;
  if (!entries) return undefined;
  let tree = trees.get(entries);
  if (!tree) trees.set(entries, (tree = createTree(toChoices(entries))));
  return tree;
}

const typeTrees = new WeakMap<Types, ChoiceTree>();

const toTypeChoices = (types: Types): FilterChoice[] =>
  Object.values(types).map(({ id, name, children }) => ({
    value: id,
    label: name,
    ...(children ? { children: toTypeChoices(children) } : {}),
  }));

function getTypeTree({ settings }: Pick<CompiledPortal, 'settings'>, column: string): ChoiceTree | undefined {
  const types = getOwn(settings.types, column);
  if (!types) return undefined;
  let tree = typeTrees.get(types);
  if (!tree) typeTrees.set(types, (tree = createTree(toTypeChoices(types))));
  return tree;
}

/** Returns what finds the trees that the forms of an institution choose from. */
export const findTreeIn =
  (portal: Pick<CompiledPortal, 'settings'>): FindTree =>
  (field, beside) => {
    if (field.field === 'types') return getTypeTree(portal, String(beside?.[field.column ?? ''] ?? ''));
    if (field.tree !== undefined) return divisions;
    return field.dictionary === undefined ? getOptionTree(field) : getDictionaryTree(portal, field.dictionary);
  };
