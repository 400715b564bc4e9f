import type { CompiledModule, CompiledPortal } from '../model/compiled';
import type { FormField, Move, Right } from '../model/definitions.g';
import { getOwn } from '../model/json';
import { isHeld, services } from '../model/services';
import { formatText } from './text';

/** A decision that staff can make on several things at once, whichever modules they are of: what is called alike, and asks alike. */
export interface QueueMove {
  /** Its name, among those of the portal. */
  name: string;
  label: string;
  /** What it asks for: one text, under the name that a move of a module has for it. */
  asks?: { label: string; required: boolean; isReason: boolean };
  /** The moves that it stands for, by their modules. */
  moves: Record<string, { move: string; param?: string }>;
}

type Site = Pick<CompiledPortal, 'modules' | 'texts' | 'patterns'>;

/** Returns the decisions that can be made on several of the things that await staff: those that take nothing, or one text. */
export function listQueueMoves(site: Site): QueueMove[] {
  const found = new Map<string, QueueMove>();
  const names = new Set<string>();
  for (const module of Object.values(site.modules))
    for (const [move, definition] of listAwaited(module)) {
      const [taken, ...more] = Object.entries(definition.takes ?? {});
      if (more.length > 0 || (taken && !isOneText(taken[1]))) continue;
      const label = say(site, definition.label);
      const key = `${label}\n${taken ? 'asks' : ''}`;
      const known = found.get(key) ?? { name: nameAnew(move, names), label, moves: {} };
      found.set(key, { ...known, ...join(known, site, taken), moves: { ...known.moves, [module.name]: { move, param: taken?.[0] } } });
    }
  return [...found.values()];
}

/** Returns which of the decisions can be made on something in a state, by their names. */
export const listMovesOf = (all: readonly QueueMove[], { name, lifecycle }: CompiledModule, state: string): string[] =>
  all
    .filter(({ moves }) => getOwn(lifecycle.moves, getOwn(moves, name)?.move ?? '')?.from.includes(state) === true)
    .map((move) => move.name);

/** Whether something of a module can await a decision of the staff. */
export const awaitsStaff = (module: CompiledModule): boolean => listAwaited(module).length > 0;

/** Returns what a role has to be allowed to do with a module to decide on what awaits staff there: what a service keeps, the desk in front serves. */
export const findDecidingRight = (module: Pick<CompiledModule, 'endpoints'>): Right =>
  findKeepingService(module) === undefined ? 'decide' : 'serve';

const findKeepingService = ({ endpoints }: Pick<CompiledModule, 'endpoints'>): string | undefined =>
  Object.values(endpoints).find(({ service = '' }) => getOwn(services, service)?.lifecycle)?.service;

/** Moves of the staff with what awaits them. What a service keeps is decided on by those that the service holds. */
function listAwaited(module: CompiledModule): [string, Move][] {
  const { states, moves } = module.lifecycle;
  const keeper = findKeepingService(module);
  return Object.entries(moves).filter(
    ([name, { by, from }]) =>
      by === 'staff' && (keeper === undefined ? from.some((state) => states[state]?.awaits === 'staff') : isHeld(keeper, name)),
  );
}

/** Whether what a move takes is a text, so that it can be asked once for several things. */
export const isOneText = ({ field }: FormField): boolean => field === 'text' || field === 'textarea';

const say = ({ texts, patterns }: Site, text: Move['label'] | undefined): string => formatText(text, { texts }, patterns);

/** What one of them needs all are asked for. */
function join({ asks }: QueueMove, site: Site, taken: [string, FormField] | undefined): Pick<QueueMove, 'asks'> {
  if (!taken) return {};
  const [name, field] = taken;
  return {
    asks: {
      label: asks?.label ?? say(site, field.label),
      required: asks?.required === true || field.required !== undefined,
      isReason: asks?.isReason !== false && name === 'reason',
    },
  };
}

function nameAnew(move: string, names: Set<string>): string {
  let name = move;
  for (let number = 2; names.has(name); number += 1) name = `${move}${number}`;
  names.add(name);
  return name;
}
