import { creditOf, pointOrdersOf, removePoints } from '../../../database/accounts/points';
import type { Holding } from '../profile/holdings';
import { orderOf } from './services';

/** A member's points and orders. */
export const pointHolding: Holding = {
  name: 'points',
  async read(kit, tenant, member) {
    const { rows } = await pointOrdersOf(kit.db, tenant, member, { limit: 1_000_000, offset: 0 });
    return { credit: await creditOf(kit.db, tenant, member), orders: rows.map((stored) => orderOf(kit, tenant, stored)) };
  },
  forget: removePoints,
};
