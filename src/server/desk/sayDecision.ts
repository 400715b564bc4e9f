import type { Decision } from '../../database/desk/decisions';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { getOwn } from '../../model/json';
import { formatPattern, formatText } from '../../runtime/text';
import { undoMs } from './buildDecision';
import type { ServiceReply } from '../api/room';
import { nameDeskState } from './site';

/** What something that somebody has decided on a moment ago is in: nothing can be decided on it. */
export const decidingState = 'deciding';

/** Returns what a move of a module is called; empty where there is none. */
export const sayMove = ({ texts, patterns }: CompiledPortal, module: CompiledModule | undefined, move: string): string =>
  formatText(getOwn(module?.lifecycle.moves, move)?.label, { texts }, patterns);

/** Returns what is shown for the state of something that somebody has decided on a moment ago. */
export function sayDeciding(portal: CompiledPortal, module: CompiledModule, { name, move }: Decision): string {
  const state = nameDeskState(portal, module, getOwn(module.lifecycle.moves, move)?.to ?? '');
  return formatPattern(portal.texts['deskDeciding'] ?? '', { name, state }, portal.patterns);
}

/** Returns the reply to a decision that is held: what it is called, and by what it is taken back. @param more what else the reply's item has */
export const tellHeld = (
  portal: CompiledPortal,
  module: CompiledModule,
  { decision, move }: Pick<Decision, 'decision' | 'move'>,
  more: Record<string, string> = {},
): ServiceReply => ({
  item: { ...more, deskUndo: { ids: decision, milliseconds: undoMs } },
  message: `${sayMove(portal, module, move)}${portal.texts['deskDone'] ?? ''}`,
});
