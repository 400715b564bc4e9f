import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import type { CompiledModule } from '../../../model/compiled';
import { findState, listOpenMoves } from '../../../runtime/lifecycle';
import { refuseTwin } from '../../api/idempotency';
import type { ApiRequest } from '../../api/room';

/**
 * Refuses what the member has just handed in from another window; what has been taken back or returned meanwhile counts no more.
 * @param made the module of what is handed in, and the state that it begins in
 * @param id what it is to be called
 * @throws RequestError 409
 */
export const refuseHandedIn = (
  tx: Queryable,
  request: ApiRequest,
  { module, target }: { module: CompiledModule; target: string },
  id: string,
): Promise<void> =>
  refuseTwin(tx, request, id, async (twin) => {
    const found = await getItem(tx, request.portal.tenant, module.name, twin);
    return found !== undefined && !isOpenTo(module, findState(module, found), target);
  });

/** Returns whether its member can move an item to a state from where it is. */
export const isOpenTo = (module: CompiledModule, state: string, target: string): boolean =>
  Object.values(listOpenMoves(module, state, 'member')).some(({ to }) => to === target);
