import type { Problem } from '../../model/problem';
import { formatPointer } from '../../model/pointer';
import * as messages from '../problems/messages';
import type { Change } from './changes';

/** A Problem, with the change that makes it so where that is known. */
export interface Attributed {
  problem: Problem;
  change: Change | undefined;
}

/** What patches take away as a whole and others name. */
const removable = ['pages', 'forms'] as const;

const findRemoved = ({ path, removes }: Change): { kind: 'page' | 'form'; name: string } | undefined => {
  const [part, name, ...rest] = path;
  const kind = removable.find((each) => each === part);
  return removes && kind && name !== undefined && rest.length === 0 ? { kind: kind === 'pages' ? 'page' : 'form', name } : undefined;
};

/**
 * Makes one Problem of all that comes of a page or a form that a patch takes away while it is in use: where it is still named, and what to do.
 * @param found what patches break
 * @returns by change what is told in the place of all of them, and the first of these
 */
export function groupRemovals(found: readonly Attributed[]): Map<Change, { first: Problem; told: Problem }> {
  const byChange = new Map<Change, Problem[]>();
  for (const { problem, change } of found) if (change) byChange.set(change, [...(byChange.get(change) ?? []), problem]);
  const groups = new Map<Change, { first: Problem; told: Problem }>();
  for (const [change, broken] of byChange) {
    const removed = findRemoved(change);
    const [first] = broken;
    if (removed === undefined || first === undefined) continue;
    const fault = messages.removedInUse(removed.kind, removed.name, broken);
    groups.set(change, { first, told: messages.createProblem(change.place(), formatPointer(change.path), fault) });
  }
  return groups;
}
