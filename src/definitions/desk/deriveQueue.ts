import type { CompiledPortal } from '../../model/compiled';
import { asObject, type JsonObject } from '../../model/json';
import { listQueueMoves } from '../../runtime/queueMoves';
import { deriveQuestion } from './deriveTable';
import { stringType } from './parts';

/** The module of the desk that lists what awaits a decision. */
export const queueModule = 'deskQueue';

/** Returns the definition of the queue with what can be decided on several of its lines at once, which comes of the moves of the portal's modules. */
export function deriveQueue(queue: JsonObject, site: CompiledPortal): JsonObject {
  const moves = listQueueMoves(site);
  const bulk = moves.map(({ name, label, asks }): [string, JsonObject] => [
    name,
    {
      label,
      when: { [`/row/moves/${name}`]: { present: true } },
      call: 'decide',
      with: { id: '/row/id', module: '/row/module', move: { const: name } },
      ...(asks ? { asks: deriveQuestion({ param: 'words', ...asks }, site) } : {}),
    },
  ]);
  const { item, cards } = queue;
  const properties = {
    ...asObject(asObject(item)['properties']),
    moves: { type: 'object', properties: Object.fromEntries(moves.map(({ name }) => [name, stringType])) },
  };
  const row = { ...asObject(asObject(cards)['row']), bulk: Object.fromEntries(bulk) };
  return { ...queue, item: { ...asObject(item), properties }, cards: { ...asObject(cards), row } };
}
