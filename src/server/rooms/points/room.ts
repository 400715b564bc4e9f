import { findDecisions } from '../../../database/desk/decisions';
import { listPointEntries, type PointKind, readCredit, type StoredPointEntry } from '../../../database/points/entries';
import { settleExpired, settlePoints } from '../../../database/points/expiry';
import { findPointOrder, listPointOrders, orderStates, removePoints, type StoredPointOrder } from '../../../database/points/orders';
import type { CompiledModule } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import type { OrderState } from '../../../model/services';
import type { TextKey } from '../../../model/textKeys.g';
import { findKeeper, getStateValue, judgeMoves, listOrigins, listStatesOf } from '../../../runtime/lifecycle';
import { maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, PersonalData, Room, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { listPointRules } from '../../members/deeds';
import type { AccountServices } from '../../security/accountServices';
import { handleAtDesk, listOrdersAtDesk, takeBackAtDesk } from './desk';
import { withdrawOrder } from './decide';
import { exchange } from './exchange';
import { orderDecisions } from './heldDecisions';

const everything = { limit: 1_000_000, offset: 0 };

/** A member's points, why there are so many, and what was ordered for them. */
const pointData: PersonalData<AccountServices> = {
  name: 'points',
  async read(accounts, tenant, member, portal) {
    const { texts } = portal;
    const holder = { tenant, member };
    const orders = await listPointOrders(accounts.db, holder, everything);
    const entries = await listPointEntries(accounts.db, holder, everything);
    return {
      credit: await readCredit(accounts.db, holder, new Date(accounts.clock())),
      entries: entries.rows.map((entry) => toEntryRow(entry, texts)),
      orders: orders.rows.map((stored) => openOrder(accounts, tenant, stored, findKeeper(portal, 'points.orders'))),
    };
  },
  forget: removePoints,
};

/**
 * A member's points, what they come from and what is ordered for them, by service name (ledger PC-32 to PC-34, CORD-03 to CORD-07,
 * MALL-12 to MALL-23), and the rules by which they are earned.
 */
export const pointsRoom: Room<AccountServices> = {
  services: {
    'points.deskHandle': handleAtDesk,
    'points.deskOrders': listOrdersAtDesk,
    'points.deskTakeBack': takeBackAtDesk,
    'points.rules': listRules,
    'points.credit': async ({ portal, viewer, now }, { db }) => ({
      item: { credit: await readCredit(db, { tenant: portal.tenant, member: requireViewer(viewer).id }, new Date(now)) },
    }),
    'points.entries': listEntries,
    'points.orders': listOrders,
    'points.exchange': exchange,
    'points.withdraw': withdrawOwnOrder,
  },
  personalData: [pointData],
  decisions: { 'points.orders': orderDecisions },
  sweep: ({ db, clock }) => settleExpired(db, new Date(clock())),
};

/** MALL-17, MALL-21: the rules that deeds are credited by, and no others. */
function listRules({ portal, endpoint, parameters }: ApiRequest): ServiceReply {
  const rules = listPointRules(portal);
  const { limit, offset } = readWindow(endpoint, parameters);
  const rows = rules.map(([id, { label, points }], index) => ({ id, ruleName: label, credit: points, sort: index + 1 }));
  return { total: rows.length, rows: rows.slice(offset, offset + limit) };
}

async function listEntries({ portal, endpoint, parameters, viewer }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const way = parameters.get('way');
  if (way !== undefined && way !== 'in' && way !== 'out') throw new RequestError('invalidParameter', { name: 'way' });
  const holder = { tenant: portal.tenant, member: requireViewer(viewer).id };
  const { rows, total } = await listPointEntries(db, holder, {
    ...readWindow(endpoint, parameters),
    ...(way === undefined ? {} : { way }),
  });
  return { total, rows: rows.map((entry) => toEntryRow(entry, portal.texts)) };
}

async function listOrders({ portal, endpoint, parameters, viewer }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant } = portal;
  const module = portal.modules[endpoint.module];
  if (!module) throw new RequestError('noSuchCall');
  const asked = parameters.get('state');
  const [state] = asked === undefined ? [] : (listStatesOf(module, [asked]) as OrderState[]);
  if (asked !== undefined && state === undefined) throw new RequestError('invalidParameter', { name: 'state' });
  const { rows, total } = await listPointOrders(
    accounts.db,
    { tenant, member: requireViewer(viewer).id },
    { ...readWindow(endpoint, parameters), ...(state === undefined ? {} : { state: orderStates[state] }) },
  );
  return {
    total,
    rows: rows.map((stored) => {
      const order = openOrder(accounts, tenant, stored, module);
      return { ...order, contact: maskPhone(order.contact), may: judgeMoves(module, nameOrderState(stored)) };
    }),
  };
}

/** @throws RequestError 404 when the member has no such order, 409 when it was handled or taken back before */
async function withdrawOwnOrder(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, parameters, viewer, now } = request;
  return withIdempotencyKey(request, db, {
    work: async (tx) => {
      const order = await findPointOrder(tx, portal.tenant, { id: parameters.get('id') ?? '' });
      if (order?.member !== requireViewer(viewer).id) throw new RequestError('noSuchOrder');
      // Who decides at the desk at the same moment holds the points first.
      await settlePoints(tx, { tenant: portal.tenant, member: order.member }, new Date(now));
      const module = findKeeper(portal, 'points.orders')?.name ?? '';
      if ((await findDecisions(tx, { tenant: portal.tenant, module }, [order.id])).size > 0) throw new RequestError('orderClosed');
      const mayWithdraw = listOrigins(portal, 'points.orders', 'withdraw').includes(nameOrderState(order));
      if (!mayWithdraw || !(await withdrawOrder(tx, portal.tenant, order, now))) throw new RequestError('orderClosed');
      return { message: portal.texts['orderTakenBack'] };
    },
  });
}

/** What entries are called that no rule names. */
const titles: Readonly<Record<Exclude<PointKind, 'earned' | 'reversed'>, TextKey>> = {
  opening: 'pointsOpening',
  exchanged: 'pointsExchanged',
  returned: 'pointsReturned',
  granted: 'pointsGranted',
  deducted: 'pointsDeducted',
  expired: 'pointsExpired',
};

/** Returns what an entry came of: the deed of a rule, such as login, or else its kind. */
const nameCause = ({ kind, deed }: StoredPointEntry): string =>
  kind === 'earned' || kind === 'reversed' ? deed.replace(/ .*/s, '') : kind;

function toEntryRow(entry: StoredPointEntry, texts: Readonly<Partial<Record<TextKey, string>>>): JsonObject {
  const { id, kind, amount, title, about, created, expires } = entry;
  const called = kind === 'earned' || kind === 'reversed' ? title : (texts[titles[kind]] ?? '');
  return {
    id,
    title: kind === 'reversed' ? `${texts['pointsReversed'] ?? ''}${called}` : called,
    about,
    deed: nameCause(entry),
    credit: amount,
    crtTime: formatIso(created.getTime()),
    // The last moment in which they count, for its day is the one that is read.
    ...(expires === null ? {} : { expireTime: formatIso(expires.getTime() - 1) }),
  };
}

const nameOrderState = ({ state }: Pick<StoredPointOrder, 'state'>): OrderState =>
  (Object.keys(orderStates) as OrderState[]).find((name) => orderStates[name] === state) ?? 'waiting';

/** Returns an order, deciphered; its code while it waits. @throws Error when it was sealed with another key or for another institution */
function openOrder(
  { keys }: AccountServices,
  tenant: string,
  { id, commodityName, price, userNameCipher, contactCipher, addressCipher, remark, codeCipher, created, ...stored }: StoredPointOrder,
  module: CompiledModule | undefined,
): JsonObject & { contact: string } {
  const state = nameOrderState(stored);
  return {
    id,
    commodityName,
    price,
    userName: keys.open(tenant, userNameCipher),
    contact: keys.open(tenant, contactCipher),
    address: keys.open(tenant, addressCipher),
    remark,
    state: String(getStateValue(module, state)),
    crtTime: formatIso(created.getTime()),
    ...(state === 'waiting' && codeCipher ? { code: keys.open(tenant, codeCipher) } : {}),
  };
}
