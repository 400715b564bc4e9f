import { findPointOrder, lockPointOrder, orderStates } from '../../../database/points/orders';
import { settlePoints } from '../../../database/points/expiry';
import { asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { KeptDecisions } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { decideOrderWithin } from './decide';

/** Decisions of the staff on orders for points: they are handled or taken back. */
export const orderDecisions: KeptDecisions<Pick<AccountServices, 'keys'>> = {
  recorded: 'order',
  async judge(tx, { tenant }, { id, now }) {
    const order = await findPointOrder(tx, tenant, { id });
    if (!order) throw new RequestError('noSuchOrder');
    // In the order in which taking it back takes them: the points, the order.
    await settlePoints(tx, { tenant, member: order.member }, new Date(now));
    if ((await lockPointOrder(tx, { tenant, id })) !== orderStates.waiting) throw new RequestError('orderClosed');
    return order.commodityName;
  },
  async make(tx, accounts, site, { id, move, given, now }) {
    const decided = { handle: move === 'handle', reason: asString(given['reason']), now };
    return (await decideOrderWithin(tx, accounts, site, { id }, decided)) === 'done';
  },
};
