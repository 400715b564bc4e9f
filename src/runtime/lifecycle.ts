import type { CompiledModule, Lifecycle } from '../model/compiled';
import type { Creation, Move } from '../model/definitions.g';
import { getOwn } from '../model/json';

/** What is known of an item's state: its name, where one was stored, and the status that lists are read by. */
interface Standing {
  status: number;
  state?: string | null;
}

type Living = Pick<CompiledModule, 'lifecycle'>;

/** Returns the status that the database keeps for a state: 1 where everyone sees the item, 0 where it awaits staff, else 2. */
export function computeStatus({ states }: Lifecycle, state: string): 0 | 1 | 2 {
  const { visible, awaits } = getOwn(states, state) ?? {};
  return visible === 'everyone' ? 1 : awaits === 'staff' ? 0 : 2;
}

/**
 * Returns the name of an item's state. Where none is known, as of what was imported or stored before its module had states of its own, it is
 * the first one with the item's status.
 */
export function findState({ lifecycle }: Living, { status, state }: Standing): string {
  if (typeof state === 'string' && getOwn(lifecycle.states, state) !== undefined) return state;
  const names = Object.keys(lifecycle.states);
  return names.find((name) => computeStatus(lifecycle, name) === status) ?? names[0] ?? '';
}

/** Returns the state in which what a form hands in begins. */
export function findFirstState({ lifecycle }: Living, { state, review }: Pick<Creation, 'state' | 'review'>): string {
  if (state !== undefined) return state;
  const [names, status] = [Object.keys(lifecycle.states), review === false ? 1 : 0];
  return names.find((name) => computeStatus(lifecycle, name) === status) ?? names[0] ?? '';
}

/** Returns whether what a form puts into a state need not be complete. */
export const isDraft = ({ lifecycle }: Living, creates: Pick<Creation, 'state' | 'review'>): boolean =>
  getOwn(lifecycle.states, findFirstState({ lifecycle }, creates))?.draft === true;

/** Returns whether the member whose item it is may know of a state. */
export const isSeenByMember = ({ lifecycle }: Living, state: string): boolean => getOwn(lifecycle.states, state)?.visible !== 'staff';

/** Returns the moves that somebody can make with an item in a state, by name. */
export const listOpenMoves = ({ lifecycle }: Living, state: string, by: Move['by']): Record<string, Move> =>
  Object.fromEntries(Object.entries(lifecycle.moves).filter(([, move]) => move.by === by && move.from.includes(state)));
