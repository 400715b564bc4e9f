import { inTransaction } from '../../../database/transaction';
import { asString, getOwn, type JsonObject } from '../../../model/json';
import { formatText } from '../../../runtime/text';
import { checkTakes } from '../../api/body';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { moveItem } from '../../items/moveItem';
import { readTitle } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { note } from '../../desk/note';
import { requireModule } from '../../desk/site';

/** What a call says besides what the move takes. */
const own: ReadonlySet<string> = new Set(['deskId', 'deskMove']);

/**
 * Makes a move of the staff with an item. Of two who decide on the same item one decision stands, and the other is told what became of it.
 * @throws RequestError 400 for what the move cannot take, 404 for an item that is not there, 409 when the move does not lead out of its state
 */
export async function decide(request: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, now } = request;
  const { site, module } = requireModule(request);
  requireRight(viewer, module.name, 'decide');
  const [id, name] = [asString(body['deskId']), asString(body['deskMove'])];
  const move = getOwn(module.lifecycle.moves, name);
  if (move?.by !== 'staff') throw new RequestError('noSuchCall');
  const sent: JsonObject = Object.fromEntries(Object.entries(body).filter(([key]) => !own.has(key)));
  const given = checkTakes(site, move, sent, now);
  await inTransaction(db, async (tx) => {
    const after = await moveItem(tx, { portal: site, module, id, by: 'staff', which: { name }, given, now, keys });
    await note(tx, request, {
      action: `move.${name}`,
      module: module.name,
      item: id,
      title: readTitle(module, after),
      detail: { to: move.to },
    });
  });
  return { message: `${formatText(move.label, { texts: portal.texts }, portal.patterns)}${portal.texts['deskDone'] ?? ''}` };
}
