import { readCredit, listPointOrders, type StoredPointOrder, removePoints } from '../../../database/accounts/points';
import type { JsonObject } from '../../../model/json';
import { maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { Room, PersonalData } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';

/** A member's points and orders. */
const pointData: PersonalData<AccountServices> = {
  name: 'points',
  async read(accounts, tenant, member) {
    const { rows } = await listPointOrders(accounts.db, tenant, member, { limit: 1_000_000, offset: 0 });
    return { credit: await readCredit(accounts.db, tenant, member), orders: rows.map((stored) => openOrder(accounts, tenant, stored)) };
  },
  forget: removePoints,
};

/** A member's points and what was ordered for them, by service name (ledger PC-32 to PC-34, CORD-03 to CORD-07). */
export const pointsRoom: Room<AccountServices> = {
  services: {
    'points.credit': async ({ portal, viewer }, { db }) => ({
      item: { credit: await readCredit(db, portal.tenant, requireViewer(viewer).id) },
    }),
    'points.orders': async ({ portal: { tenant }, endpoint, parameters, viewer }, accounts) => {
      const state = parameters.get('state');
      if (state !== undefined && !/^[123]$/.test(state)) throw new RequestError('invalidParameter', { name: 'state' });
      const { rows, total } = await listPointOrders(accounts.db, tenant, requireViewer(viewer).id, {
        ...readWindow(endpoint, parameters),
        ...(state === undefined ? {} : { state: Number(state) }),
      });
      return {
        total,
        rows: rows.map((stored) => openOrder(accounts, tenant, stored)).map((order) => ({ ...order, contact: maskPhone(order.contact) })),
      };
    },
  },
  personalData: [pointData],
};

/** Returns an order, deciphered. @throws Error when it was sealed with another key or for another institution */
function openOrder(
  { keys }: AccountServices,
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
