import { creditOf, pointOrdersOf, type StoredPointOrder } from '../../../database/accounts/points';
import type { JsonObject } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import type { AccountKit } from '../../security/accountServices';
import { signedIn } from '../accounts/services';
import { maskPhone } from '../../../runtime/mask';
import type { ApiRequest } from '../../items/answerFromItems';
import type { Answer } from '../../api/envelope';
import { readWindow } from '../../api/parameters';
import { RequestError } from '../../api/errors';

type PointService = (request: ApiRequest, kit: AccountKit) => Promise<Answer>;

/** A member's points and what was ordered for them, by service name (ledger PC-32 to PC-34, CORD-03 to CORD-07). */
export const pointServices: Readonly<Record<string, PointService>> = {
  'points.credit': async ({ portal, viewer }, { db }) => ({ item: { credit: await creditOf(db, portal.tenant, signedIn(viewer).id) } }),
  'points.orders': async ({ portal: { tenant }, endpoint, parameters, viewer }, kit) => {
    const state = parameters.get('state');
    if (state !== undefined && !/^[123]$/.test(state)) throw new RequestError(400, 'invalidParameter', { name: 'state' });
    const { rows, total } = await pointOrdersOf(kit.db, tenant, signedIn(viewer).id, {
      ...readWindow(endpoint, parameters),
      ...(state === undefined ? {} : { state: Number(state) }),
    });
    return {
      total,
      rows: rows.map((stored) => orderOf(kit, tenant, stored)).map((order) => ({ ...order, contact: maskPhone(order.contact) })),
    };
  },
};

/** An order, deciphered. @throws Error when it was sealed with another key or for another institution */
export function orderOf(
  { keys }: AccountKit,
  tenant: string,
  { id, commodityName, userNameCipher, contactCipher, addressCipher, remark, state, created }: StoredPointOrder,
): JsonObject & { contact: string } {
  return {
    id,
    commodityName,
    userName: keys.open(tenant, userNameCipher),
    contact: keys.open(tenant, contactCipher),
    address: keys.open(tenant, addressCipher),
    remark,
    state: String(state),
    crtTime: formatIso(created.getTime()),
  };
}
