import type { Queryable } from '../../database/connection';
import { type ItemMove, listMoves } from '../../database/content/itemMoves';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Text } from '../../model/definitions.g';
import { getOwn, type JsonObject } from '../../model/json';
import { formatText } from '../../runtime/text';
import { formatIso } from '../../runtime/time';
import { isSeenByMember } from '../../runtime/lifecycle';

/** Returns what has become of items as their members see it, the oldest first, by the ids of the items. */
export async function readHistories(
  db: Queryable,
  portal: Pick<CompiledPortal, 'tenant' | 'texts' | 'patterns'>,
  module: CompiledModule,
  ids: readonly string[],
): Promise<Map<string, JsonObject[]>> {
  const moves = await listMoves(db, { tenant: portal.tenant, module: module.name }, ids);
  return new Map([...moves].map(([id, made]) => [id, made.filter(({ target }) => isSeenByMember(module, target)).map(toEntry)] as const));

  function toEntry({ at, role, move, origin, target, given }: ItemMove): JsonObject {
    const { states, moves: known } = module.lifecycle;
    const say = (text: Text | undefined): string => formatText(text, { texts: portal.texts }, portal.patterns);
    // What a state was called that the definition has no more.
    const name = (state: string): string => say(getOwn(states, state)?.label) || state;
    return {
      ...(given as JsonObject),
      time: formatIso(at.getTime()),
      by: say(role === 'member' ? '/texts/byMember' : '/texts/byStaff'),
      move: say(move === '' ? '/texts/moveCreated' : getOwn(known, move)?.label) || move,
      from: origin === '' || !isSeenByMember(module, origin) ? '' : name(origin),
      to: name(target),
    };
  }
}
