import { findDecisions } from '../../../database/desk/decisions';
import { findPointOrder, listWaitingOrders } from '../../../database/points/orders';
import { asString, type JsonObject } from '../../../model/json';
import { findKeeper } from '../../../runtime/lifecycle';
import { maskName, maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { holdKept } from '../../desk/keptDecisions';
import { requireSite } from '../../desk/site';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { hashPickUpCode } from '../../security/storedHashes';
import { orderDecisions } from './heldDecisions';

/** Lists the orders that wait to be handled, the oldest first; who ordered is masked, unless it is to be shown. */
export async function listOrdersAtDesk({ portal, reveal }: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const site = requireSite(portal);
  const { tenant } = site;
  const decided = await findDecisions(db, { tenant, module: findKeeper(site, 'points.orders')?.name ?? '' });
  const orders = (await listWaitingOrders(db, tenant)).filter(({ id }) => !decided.has(id));
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

/**
 * Hands over what was ordered, by the code that is shown or by the line of the list; its member cannot take it back from then on.
 * @throws RequestError 404 for none, 409 for one that is closed, or that somebody has decided on
 */
export async function handleAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant } = requireSite(request.portal);
  const code = asString(request.body['code']).trim();
  if (code === '') return hold(request, accounts, 'handle', asString(request.body['id']));
  const order = await findPointOrder(accounts.db, tenant, { codeHashes: hashPickUpCode(accounts.keys, tenant, code) });
  if (!order) throw new RequestError('noSuchOrder');
  return hold(request, accounts, 'handle', order.id);
}

/** Takes an order back for its member. @throws RequestError as {@link handleAtDesk} */
export const takeBackAtDesk = (request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> =>
  hold(request, accounts, 'takeBack', asString(request.body['id']));

function hold(request: ApiRequest, accounts: AccountServices, move: 'handle' | 'takeBack', id: string): Promise<ServiceReply> {
  const reason = asString(request.body['reason']);
  const given: JsonObject = reason === '' ? {} : { reason };
  return holdKept(request, accounts, { service: 'points.orders', by: orderDecisions }, { id, move, given });
}
