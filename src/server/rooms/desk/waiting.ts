import { listWaitingBookings } from '../../../database/bookings/bookingLists';
import { listWaitingItems } from '../../../database/content/review';
import { listWaitingOrders } from '../../../database/points/orders';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { Property, Right } from '../../../model/definitions.g';
import { getOwn, type JsonObject } from '../../../model/json';
import { stripTags } from '../../../runtime/display';
import { maskName } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { findKeeper, findState } from '../../../runtime/lifecycle';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { openText } from '../../security/keys';
import type { AccountServices } from '../../security/accountServices';
import { nameDeskState, requireSite } from '../../desk/site';

/** Something that awaits a decision, and the page of the desk that it is decided on. */
interface Waiting {
  module: string;
  moduleTitle: string;
  id: string;
  title: string;
  /** How its longest text begins. */
  text: string;
  who: string;
  since: string;
  state: string;
  href: string;
}

/** More of each kind than that are not looked through: who has so many begins with the oldest. */
const most = 500;

/** Lists everything that awaits a decision of who asks, the oldest first: what members handed in, bookings, orders for points. */
export async function listWaiting(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { endpoint, parameters, viewer } = request;
  const { staff } = requireViewer(viewer);
  const site = requireSite(request.portal);
  const may = (right: Right, found: Waiting[]): Waiting[] => found.filter(({ module }) => staff?.may(module, right) === true);
  const open = [
    ...may('decide', await findItems(request, site, accounts)),
    ...may('serve', [...(await findBookings(request, site, accounts)), ...(await findOrders(request, site, accounts))]),
  ];
  const kind = parameters.get('kind');
  const shown = open
    .filter(({ module }) => kind === undefined || kind === '' || module === kind)
    .sort((one, other) => (one.since < other.since ? -1 : 1));
  const { limit, offset } = readWindow(endpoint, parameters);
  const counts: Record<string, number> = {};
  for (const { module } of open) counts[module] = (counts[module] ?? 0) + 1;
  return {
    rows: shown.slice(offset, offset + limit).map((row): JsonObject => ({ ...row })),
    total: shown.length,
    counts: { kind: counts },
  };
}

async function findItems({ portal }: ApiRequest, site: CompiledPortal, { db }: AccountServices): Promise<Waiting[]> {
  const found = await listWaitingItems(db, site.tenant, most);
  return found.flatMap((item): Waiting[] => {
    const module = getOwn(site.modules, item.module);
    if (!module) return [];
    const { doc } = item;
    const who = [doc['author'], doc['name'], doc['userName'], doc['linkman'], doc['nickName']].find(
      (value) => typeof value === 'string' && value !== '',
    );
    return [
      {
        module: module.name,
        moduleTitle: module.definition.title,
        id: item.id,
        title: item.title === '' ? item.id : item.title,
        text: findText(module, doc),
        who: typeof who === 'string' ? maskName(who) : '',
        since: formatIso(item.pub.getTime()),
        state: nameDeskState(portal, module, findState(module, item)),
        href: `/content/${module.name}/review?id=${encodeURIComponent(item.id)}`,
      },
    ];
  });
}

const longest = 80;

/** Returns how the first long text of a submission begins. */
function findText({ definition: { item } }: CompiledModule, doc: Readonly<Record<string, unknown>>): string {
  const isLong = ([name, { contentMediaType }]: [string, Property]): boolean => contentMediaType !== undefined || name === 'content';
  const texts = Object.entries(item?.properties ?? {}).filter(isLong);
  const found = texts.map(([name]) => doc[name]).find((value) => typeof value === 'string' && value !== '');
  const text = typeof found === 'string' ? stripTags(found).trim() : '';
  return text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
}

async function findBookings({ portal, now }: ApiRequest, site: CompiledPortal, { db, keys }: AccountServices): Promise<Waiting[]> {
  const keeper = findKeeper(site, 'booking.list');
  const found = keeper ? await listWaitingBookings(db, site.tenant, now, most) : [];
  return found.map((booking) => ({
    module: keeper?.name ?? '',
    moduleTitle: keeper?.definition.title ?? '',
    id: booking.id,
    title: `${booking.venueName} ${booking.venueTime}`,
    text: openText(keys, site.tenant, booking.purposeCipher),
    who: maskName(openText(keys, site.tenant, booking.nameCipher)),
    since: formatIso(booking.created.getTime()),
    state: keeper ? nameDeskState(portal, keeper, 'waiting') : '',
    href: '/bookings?state=waiting',
  }));
}

async function findOrders({ portal }: ApiRequest, site: CompiledPortal, { db, keys }: AccountServices): Promise<Waiting[]> {
  const keeper = findKeeper(site, 'points.orders');
  const found = keeper ? await listWaitingOrders(db, site.tenant, most) : [];
  return found.map((order) => ({
    module: keeper?.name ?? '',
    moduleTitle: keeper?.definition.title ?? '',
    id: order.id,
    title: order.commodityName,
    text: order.remark,
    who: maskName(openText(keys, site.tenant, order.userNameCipher)),
    since: formatIso(order.created.getTime()),
    state: keeper ? nameDeskState(portal, keeper, 'waiting') : '',
    href: '/orders',
  }));
}
