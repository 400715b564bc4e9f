import { listWaitingOrders } from '../../../database/points/orders';
import { asString, type JsonObject } from '../../../model/json';
import { maskName, maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireSite } from '../../desk/site';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { hashPickUpCode } from '../../security/storedHashes';
import { decideOrder } from './decide';

/** Lists the orders that wait to be handled, the oldest first; who ordered is masked, unless it is to be shown. */
export async function listOrdersAtDesk({ portal, reveal }: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { tenant } = requireSite(portal);
  const orders = await listWaitingOrders(db, tenant);
  const show = (mask: (text: string) => string, sealed: string): string => {
    const text = openText(keys, tenant, sealed);
    return reveal === true ? text : mask(text);
  };
  const rows = orders.map(({ id, commodityName, price, userNameCipher, contactCipher, addressCipher, remark, created }): JsonObject => ({
    id,
    commodityName,
    price,
    name: show(maskName, userNameCipher),
    phone: show(maskPhone, contactCipher),
    address: openText(keys, tenant, addressCipher),
    remark,
    created: formatIso(created.getTime()),
  }));
  return { rows, total: rows.length };
}

/** Hands over what was ordered, by the code that is shown or by the line of the list. @throws RequestError 404 for none, 409 for one that is closed */
export async function handleAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant } = requireSite(request.portal);
  const code = asString(request.body['code']).trim();
  const by = code === '' ? { id: asString(request.body['id']) } : { codeHashes: hashPickUpCode(accounts.keys, tenant, code) };
  return decide(request, accounts, by, true);
}

/** Takes an order back for its member. @throws RequestError as {@link handleAtDesk} */
export const takeBackAtDesk = (request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> =>
  decide(request, accounts, { id: asString(request.body['id']) }, false);

async function decide(
  request: ApiRequest,
  accounts: AccountServices,
  by: Parameters<typeof decideOrder>[2],
  handle: boolean,
): Promise<ServiceReply> {
  const { portal, body, now } = request;
  const reason = asString(body['reason']);
  const outcome = await decideOrder(accounts, requireSite(portal), by, { handle, reason, now });
  if (outcome !== 'done') throw new RequestError(outcome === 'missing' ? 'noSuchOrder' : 'orderClosed');
  await note(accounts.db, request, {
    action: handle ? 'order.handle' : 'order.takeBack',
    item: asString(body['id']),
    detail: reason === '' ? {} : { reason },
  });
  return { message: portal.texts['deskSaved'] };
}
