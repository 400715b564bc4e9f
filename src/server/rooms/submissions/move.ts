import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { moveItem } from '../../items/moveItem';
import type { AccountServices } from '../../security/accountServices';

/**
 * Answers a call that makes a member's move with an item of the member's own; what the move takes was checked as the call's body.
 * @throws RequestError 404 for an item that is not the member's, 409 when it is in another state by now
 */
export async function moveOwn(request: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, body, now, caller } = request;
  const module = portal.modules[endpoint.module];
  const name = endpoint.move;
  if (!module || name === undefined) throw new RequestError('noSuchCall');
  const member = requireViewer(request.viewer).id;
  const param = Object.values(endpoint.params).find(({ field }) => field === '/id');
  const id = parameters.get(param?.name ?? 'id') ?? '';
  const work = async (tx: Queryable): Promise<ServiceReply> => {
    await moveItem(tx, { portal, module, id, by: 'member', member, which: { name }, given: body, now, keys });
    return { item: { id }, message: portal.texts['moveDone'] };
  };
  return caller.key === undefined ? inTransaction(db, work) : withIdempotencyKey(request, db, { work });
}
