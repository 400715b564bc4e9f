import type { PageData } from '../../../model/payload';
import { columnTypes } from '../../../runtime/typeGroups';
import { createTree, getOptionTree, type ChoiceTree, type FindTree } from '../../../runtime/choiceTree';

type Level = NonNullable<ReturnType<ChoiceTree['below']>>;

const all = 'all';
/** The levels of the divisions that were fetched, by what they lie below. */
const levels = new Map<string, Level>();

/** A county has nothing below it (GB/T 2260: the last two digits are its own). */
const isLast = (code: string | undefined): boolean => code !== undefined && !code.endsWith('00');

/** The divisions of China as far as they were fetched; where one lies is in its code. */
export const divisions: ChoiceTree = {
  below: (code) => (isLast(code) ? [] : levels.get(code ?? all)),
  pathTo: (code) =>
    /^\d{6}$/.test(code)
      ? [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])].filter((step) => step !== '000000')
      : undefined,
};

/**
 * Returns the divisions below one, fetched once.
 * @throws when they cannot be had
 */
export async function fetchLevel(code?: string): Promise<Level> {
  const known = divisions.below(code);
  if (known) return known;
  const reply = await fetch(`/portal/divisions/${code ?? all}.json`);
  if (!reply.ok) throw new Error(`divisions: ${reply.status}`);
  const level = (await reply.json()) as Level;
  levels.set(code ?? all, level);
  return level;
}

const made = new WeakMap<object, ChoiceTree>();

function toTree(data: Pick<PageData, 'labels' | 'trees'>, list: string): ChoiceTree | undefined {
  const source = data.trees?.[list] ?? data.labels[list];
  if (!source) return undefined;
  let tree = made.get(source);
  const choices = Array.isArray(source) ? source : Object.entries(source).map(([value, label]) => ({ value, label }));
  if (!tree) made.set(source, (tree = createTree(choices)));
  return tree;
}

/** Returns what finds the trees that the forms of a page choose from. */
export const findTreeOn =
  (data: Pick<PageData, 'labels' | 'trees'>): FindTree =>
  (field) => {
    if (field.field === 'types') return toTree(data, columnTypes);
    if (field.tree !== undefined) return divisions;
    return field.dictionary === undefined ? getOptionTree(field) : toTree(data, `dictionary:${field.dictionary}`);
  };
