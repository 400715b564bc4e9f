import type { CompiledModule, CompiledPortal, Lifecycle } from '../model/compiled';
import type { Creation, Move, Scalar } from '../model/definitions.g';
import { getOwn } from '../model/json';
import type { BookingState, EnrolmentState, OrderState } from '../model/services';
import { formatText } from './text';

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

/** The state of what staff took out of the lists of the desk. It can be put back. */
export const removedState = 'removed';

/**
 * Whether items of a module can be taken out of the lists of the desk: those that staff write. What visitors handed in stays with what was
 * decided on it.
 */
export const hasBin = ({ definition, lifecycle }: Pick<CompiledModule, 'definition' | 'lifecycle'>): boolean =>
  definition.contribution === undefined && definition.admin?.edit !== false && getOwn(lifecycle.states, removedState) === undefined;

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

/** Returns of each move of members whether it leads out of a state; those that nothing leads to are how it came about. */
export const judgeMoves = ({ lifecycle }: Living, state: string): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(lifecycle.moves).flatMap(([name, { by, from }]) =>
      by === 'member' && from.length > 0 ? [[name, from.includes(state)] as const] : [],
    ),
  );

/** The states of what services keep, by the service that lists what a member has. */
export interface KeptStates {
  'enrolment.list': EnrolmentState;
  'booking.list': BookingState;
  'points.orders': OrderState;
}

/** Returns the module that lists by a service what a member has, and says what becomes of it; undefined when there is none. */
export const findKeeper = ({ modules }: Pick<CompiledPortal, 'modules'>, service: keyof KeptStates): CompiledModule | undefined =>
  Object.values(modules).find(({ endpoints }) => Object.values(endpoints).some((endpoint) => endpoint.service === service));

/** Returns what replies say for a state; its name where nothing declares it. */
export const getStateValue = (module: Living | undefined, state: string): Scalar => getOwn(module?.lifecycle.states, state)?.value ?? state;

/** Returns the names of the states that replies say a value for. */
export const listStatesOf = ({ lifecycle }: Living, values: readonly string[]): string[] =>
  Object.entries(lifecycle.states).flatMap(([name, { value }]) => (values.includes(String(value)) ? [name] : []));

/** Returns what a state is called; empty when nothing declares it. @param reached to who has just reached it */
export function nameState(
  { texts, patterns }: Pick<CompiledPortal, 'texts' | 'patterns'>,
  module: Living | undefined,
  state: string,
  reached = false,
): string {
  const found = getOwn(module?.lifecycle.states, state);
  return formatText((reached ? found?.reached : undefined) ?? found?.label, { texts }, patterns);
}

/** Returns the states that a move leads out of, as what keeps them names them; none of one that nobody makes. */
export const listOrigins = <Service extends keyof KeptStates>(
  portal: Pick<CompiledPortal, 'modules'>,
  service: Service,
  move: string,
): KeptStates[Service][] => (getOwn(findKeeper(portal, service)?.lifecycle.moves, move)?.from ?? []) as KeptStates[Service][];
