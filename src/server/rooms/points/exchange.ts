import { randomInt, randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import { takePlaces, type TakePlaces } from '../../../database/enrolments/places';
import { takePoints } from '../../../database/points/entries';
import { settlePoints } from '../../../database/points/expiry';
import { addPointOrder, findPointOrder, orderStates } from '../../../database/points/orders';
import { asString, type Json } from '../../../model/json';
import { RequestError } from '../../api/errors';
import { refuseTwin, withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';
import { limitUses, type Rule } from '../../security/limits';
import { hashPickUpCode } from '../../security/storedHashes';
import { findGoods, type Goods } from './goods';

/** What is ordered, by whom and for whom; `now` in milliseconds since 1970. */
export interface Exchange {
  tenant: string;
  member: string;
  goods: Goods;
  userName: string;
  contact: string;
  address: string;
  remark: string;
  now: number;
}

/** What is needed of accounts. */
type Keys = Pick<AccountServices, 'keys'>;

const perMember: readonly Rule[] = [{ name: 'exchange-day', most: 100, milliseconds: 86_400_000 }];

/**
 * Exchanges a member's points for an item (ledger MALL-07, MALL-12, MALL-22). What is there is looked at again in the one transaction that
 * takes points and stock and stores the order; a submission that repeats its Idempotency-Key is answered as before. The same that another
 * window has just sent is refused while that order waits: nobody pays twice for what was meant once.
 * @throws RequestError 404 without the published item, 409 when it cannot be had now, is gone, costs more points than there are, or was just ordered from another
 * window
 */
export async function exchange(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, viewer, now } = request;
  const { tenant, texts } = portal;
  const member = requireViewer(viewer).id;
  const read = (said: Json | undefined): string => asString(said).trim();
  await limitUses(accounts, tenant, perMember, member);
  return withIdempotencyKey(request, accounts.db, {
    work: async (tx) => {
      const goods = await findGoods(tx, portal, read(body['commodityId']), now);
      const { contact } = body;
      const whom = {
        userName: read(body['userName']),
        contact: read(contact),
        address: read(body['address']),
        remark: read(body['remark']),
      };
      const id = await placeOrder(tx, accounts, { tenant, member, goods, ...whom, now });
      await refuseTwin(tx, request, id, async (twin) => (await findPointOrder(tx, tenant, { id: twin }))?.state === orderStates.waiting);
      return { item: { id }, message: texts['exchanged'] };
    },
  });
}

/**
 * @internal
 * Takes points and stock and stores the order, within the transaction `tx`. The points are locked first, so that from then on nobody else
 * spends them until the transaction ends.
 * @param take how stock is taken; tests show with another way that this one is what keeps from giving away more than there is
 * @returns the order's id
 * @throws RequestError 409, and then nothing is taken
 */
export async function placeOrder(tx: Queryable, keys: Keys, ordered: Exchange, take: TakePlaces = takePlaces): Promise<string> {
  const { tenant, member, goods, now } = ordered;
  if (goods.phase !== 1) throw new RequestError(goods.phase === 0 ? 'exchangeEarly' : 'exchangeOver');
  const credit = (await settlePoints(tx, { tenant, member }, new Date(now))) ?? 0;
  if (credit < goods.price) throw new RequestError('pointsShort');
  const place = { tenant, module: goods.module, activity: goods.id, session: '' };
  if (!(await take(tx, place, goods.stock, 1))) throw new RequestError('soldOut');
  const id = await storeOrder(tx, keys, ordered);
  const cause = { kind: 'exchanged', about: goods.name, deed: nameOrder(id), created: new Date(now) } as const;
  await takePoints(tx, { tenant, member }, goods.price, cause);
  return id;
}

/** The deed of an order, by which its points are found again. */
export const nameOrder = (id: string): string => `order ${id}`;

const digits = 8;
// Of so many codes hardly one is ever taken.
const maxTries = 10;

async function storeOrder(tx: Queryable, { keys }: Keys, ordered: Exchange): Promise<string> {
  const { tenant, member, goods, userName, contact, address, remark, now } = ordered;
  const order = {
    id: randomUUID(),
    member,
    module: goods.module,
    commodity: goods.id,
    commodityName: goods.name,
    price: goods.price,
    userNameCipher: keys.seal(tenant, userName),
    contactCipher: keys.seal(tenant, contact),
    addressCipher: keys.seal(tenant, address),
    remark,
    created: new Date(now),
  };
  for (let tries = 0; tries < maxTries; tries += 1) {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    const [codeHash, ...otherCodeHashes] = hashPickUpCode(keys, tenant, code);
    if (await addPointOrder(tx, tenant, { ...order, codeHash, otherCodeHashes, codeCipher: keys.seal(tenant, code) })) return order.id;
  }
  throw new Error(`No free code was found for an order of ${goods.id}`);
}
