import type { Queryable } from '../../../database/connection';
import { giveBackPlaces } from '../../../database/enrolments/places';
import { putPointsBack } from '../../../database/points/entries';
import { settlePoints } from '../../../database/points/expiry';
import { closePointOrder, type ClosePointOrder, findPointOrder, orderStates, type StoredPointOrder } from '../../../database/points/orders';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { nameOrder } from './exchange';

/** What became of a decision on an order: `closed`: it was handled or taken back before. */
export type OrderDecision = 'done' | 'missing' | 'closed';

/** Handles an order or takes it back for its member, in one transaction; see {@link decideOrderWithin}. */
export const decideOrder = (
  { db, keys }: Pick<AccountServices, 'db' | 'keys'>,
  portal: CompiledPortal,
  by: Parameters<typeof findPointOrder>[2],
  decided: Deciding,
): Promise<OrderDecision> => inTransaction(db, (tx) => decideOrderWithin(tx, { keys }, portal, by, decided));

interface Deciding {
  handle: boolean;
  /** Of taking it back, for the member to read. */
  reason?: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Handles an order or takes it back for its member, whom a message tells, within the transaction `tx`.
 * @param by its id, or the hashes of its code
 */
export async function decideOrderWithin(
  tx: Queryable,
  { keys }: Pick<AccountServices, 'keys'>,
  portal: CompiledPortal,
  by: Parameters<typeof findPointOrder>[2],
  { handle, reason = '', now }: Deciding,
): Promise<OrderDecision> {
  const { tenant } = portal;
  const order = await findPointOrder(tx, tenant, by);
  if (!order) return 'missing';
  const closed = handle ? await handleOrder(tx, tenant, order, now) : await withdrawOrder(tx, tenant, order, now);
  if (!closed) return 'closed';
  const item = { id: order.id, commodityName: order.commodityName, price: order.price };
  const told = { service: 'points.orders', name: handle ? 'handle' : 'takeBack', member: order.member, key: order.id, item } as const;
  await tellOfKept(tx, { keys }, portal, { ...told, given: { reason } }, now);
  return 'done';
}

/** @internal Handles an order, within the transaction `tx`. @param close tests show with another way that this one lets one decision stand */
export const handleOrder = (
  tx: Queryable,
  tenant: string,
  { id }: StoredPointOrder,
  now: number,
  close: ClosePointOrder = closePointOrder,
): Promise<boolean> => close(tx, { tenant, id }, orderStates.handled, new Date(now));

/**
 * Takes an order back, within the transaction `tx`: its points come back to where they were taken of, and what was ordered is there again.
 * @param close tests show with another way that this one lets one decision stand
 * @returns false when it was handled or taken back before
 */
export async function withdrawOrder(
  tx: Queryable,
  tenant: string,
  { id, member, module, commodity, commodityName }: StoredPointOrder,
  now: number,
  close: ClosePointOrder = closePointOrder,
): Promise<boolean> {
  const [holder, at] = [{ tenant, member }, new Date(now)];
  // In the order in which they are taken: the points, the order, the stock.
  await settlePoints(tx, holder, at);
  if (!(await close(tx, { tenant, id }, orderStates.withdrawn, at))) return false;
  await putPointsBack(tx, holder, nameOrder(id), { kind: 'returned', about: commodityName, deed: `returned ${id}`, created: at });
  if (commodity !== '') await giveBackPlaces(tx, { tenant, module, activity: commodity, session: '' }, 1);
  // What would have expired meanwhile does so now.
  await settlePoints(tx, holder, at);
  return true;
}
