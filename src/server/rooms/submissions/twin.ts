import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import { noteContent, replaceContent } from '../../../database/idempotencyKeys';
import type { CompiledModule } from '../../../model/compiled';
import { findState, listOpenMoves } from '../../../runtime/lifecycle';
import { RequestError } from '../../api/errors';
import { describeContent } from '../../api/idempotency';
import type { ApiRequest } from '../../api/room';

/** What is said again after so many milliseconds is meant. */
const twinTime = 10 * 60_000;

/**
 * Refuses what the member has just handed in from another window, where the submission gave itself a name of its own: one of them is stored,
 * also when both arrive at the same time. What has been taken back or returned meanwhile counts no more.
 * @param made the module of what is handed in, and the state that it begins in
 * @param id what it is to be called
 * @throws RequestError 409
 */
export async function refuseTwin(
  tx: Queryable,
  request: ApiRequest,
  { module, target }: { module: CompiledModule; target: string },
  id: string,
): Promise<void> {
  const { portal, viewer, caller, now } = request;
  if (!viewer || caller.key === undefined) return;
  const content = describeContent(request);
  const twin = await noteContent(tx, content, id, { since: now - twinTime, now });
  if (twin === undefined) return;
  const found = await getItem(tx, portal.tenant, module.name, twin);
  if (found && !isOpenTo(module, findState(module, found), target)) throw new RequestError('submittedTwice');
  await replaceContent(tx, content, id, now);
}

/** Returns whether its member can move an item to a state from where it is. */
export const isOpenTo = (module: CompiledModule, state: string, target: string): boolean =>
  Object.values(listOpenMoves(module, state, 'member')).some(({ to }) => to === target);
