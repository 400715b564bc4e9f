import { listWaitingBookings } from '../../../database/bookings/bookingLists';
import { type FoundItem, findItemsById, listUndecidedItems } from '../../../database/content/review';
import { findDecisions } from '../../../database/desk/decisions';
import { findMemberNames } from '../../../database/accounts/members';
import { listWaitingOrders } from '../../../database/points/orders';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { Property } from '../../../model/definitions.g';
import { asString, getOwn, type JsonObject } from '../../../model/json';
import { stripTags } from '../../../runtime/display';
import { maskName } from '../../../runtime/mask';
import { formatIso, parseTime } from '../../../runtime/time';
import { findDecidingRight, listMovesOf, listQueueMoves } from '../../../runtime/queueMoves';
import { computeStatus, findKeeper, findState } from '../../../runtime/lifecycle';
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
  /** The decisions that can be made on several at once, by their names. */
  moves: JsonObject;
}

/** More of each kind than that are not looked through: who has so many begins with the oldest. */
const most = 500;

/** Milliseconds that something has waited for at least, by how filters call it. */
const ages: Readonly<Record<string, number>> = { day: 86_400_000, threeDays: 3 * 86_400_000, week: 7 * 86_400_000 };

/** Lists everything that awaits a decision of who asks, the oldest first: what members handed in, bookings, orders for points. */
export async function listWaiting(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { endpoint, parameters, now } = request;
  const least = getOwn(ages, parameters.get('age') ?? '');
  const isOld = ({ since }: Waiting): boolean => least === undefined || now - (parseTime(since) ?? now) >= least;
  const open = (await collectWaiting(request, accounts)).filter(isOld);
  const kind = parameters.get('kind') ?? '';
  const shown = open.filter(isOfKind(kind));
  const { limit, offset } = readWindow(endpoint, parameters);
  const counts: Record<string, number> = {};
  for (const { module } of open) counts[module] = (counts[module] ?? 0) + 1;
  return {
    rows: shown.slice(offset, offset + limit).map((row): JsonObject => ({ ...row, href: addKind(row.href, kind) })),
    total: shown.length,
    counts: { kind: counts },
  };
}

const isOfKind =
  (kind: string) =>
  ({ module }: Waiting): boolean =>
    kind === '' || module === kind;

const addKind = (href: string, kind: string): string =>
  kind === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ kind }).toString()}`;

/** The page of the desk on which staff decide on an item. */
const addressReview = (module: string, id: string): string => `/content/${module}/review?${new URLSearchParams({ id }).toString()}`;

/** Returns where the next waiting thing is decided on: the one that came after this one, else the first of all; undefined when none is left. */
export async function addressNext(
  request: ApiRequest,
  accounts: AccountServices,
  { module, id }: Pick<Waiting, 'module' | 'id'>,
): Promise<string | undefined> {
  const kind = asString(request.body['deskKind']);
  const others = (await collectWaiting(request, accounts))
    .filter((each) => each.module !== module || each.id !== id)
    .filter(isOfKind(kind));
  const found = (await findItemsById(accounts.db, request.portal.tenant, [id])).find((item) => item.module === module);
  const since = found ? formatIso(found.pub.getTime()) : '';
  const next = others.find((each) => compare(each, { since, id }) > 0) ?? others[0];
  return next && addKind(next.href, kind);
}

const compare = (one: Pick<Waiting, 'since' | 'id'>, other: Pick<Waiting, 'since' | 'id'>): number =>
  one.since === other.since ? (one.id < other.id ? -1 : Number(one.id > other.id)) : one.since < other.since ? -1 : 1;

async function collectWaiting(request: ApiRequest, accounts: AccountServices): Promise<Waiting[]> {
  const { staff } = requireViewer(request.viewer);
  const site = requireSite(request.portal);
  const movesOf = listMovesIn(site);
  const mayDecide = ({ module }: Waiting): boolean => {
    const found = getOwn(site.modules, module);
    return found !== undefined && staff?.may(module, findDecidingRight(found)) === true;
  };
  const [items, bookings, orders] = await Promise.all([
    findItems(request, site, accounts, movesOf),
    findBookings(request, site, accounts, movesOf),
    findOrders(request, site, accounts, movesOf),
  ]);
  return [...items, ...bookings, ...orders].filter(mayDecide).sort(compare);
}

/** States that everybody sees and that staff are waited for in, by the modules that have some. */
const listSeenStates = (site: CompiledPortal): { module: string; states: string[] }[] =>
  Object.values(site.modules).flatMap(({ name, lifecycle }) => {
    const states = Object.keys(lifecycle.states).filter(
      (state) => computeStatus(lifecycle, state) === 1 && lifecycle.states[state]?.awaits === 'staff',
    );
    return states.length === 0 ? [] : [{ module: name, states }];
  });

async function findItems(
  { portal }: ApiRequest,
  site: CompiledPortal,
  { db, keys }: AccountServices,
  movesOf: MovesOf,
): Promise<Waiting[]> {
  const found = await listUndecidedItems(db, site.tenant, listSeenStates(site), most);
  const members = [...new Set(found.map(({ doc }) => asString(doc['memberId'])).filter((member) => member !== ''))];
  const names = await findMemberNames(db, site.tenant, members);
  return found.flatMap((item): Waiting[] => {
    const module = getOwn(site.modules, item.module);
    if (!module) return [];
    const name = names.get(asString(item.doc['memberId']));
    return [
      {
        module: module.name,
        moduleTitle: module.definition.title,
        id: item.id,
        title: item.title === '' ? item.id : item.title,
        text: findText(module, item),
        who: name === undefined ? '' : maskName(openText(keys, site.tenant, name)),
        since: formatIso(item.pub.getTime()),
        state: nameDeskState(portal, module, findState(module, item)),
        href: addressReview(module.name, item.id),
        moves: movesOf(module, findState(module, item)),
      },
    ];
  });
}

const longest = 80;

/** Returns how the first long text of a submission begins; empty when that is its title. */
function findText({ definition: { item } }: CompiledModule, { title, doc }: Pick<FoundItem, 'title' | 'doc'>): string {
  const isLong = ([name, { contentMediaType }]: [string, Property]): boolean => contentMediaType !== undefined || name === 'content';
  const texts = Object.entries(item?.properties ?? {}).filter(isLong);
  const found = texts.map(([name]) => doc[name]).find((value) => typeof value === 'string' && value !== '');
  const text = typeof found === 'string' && found !== title ? stripTags(found).trim() : '';
  return text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
}

/** Names the decisions that can be made on things of a module in a state. */
type MovesOf = (module: CompiledModule, state: string) => JsonObject;

function listMovesIn(site: CompiledPortal): MovesOf {
  const all = listQueueMoves(site);
  return (module, state) => Object.fromEntries(listMovesOf(all, module, state).map((name) => [name, name]));
}

/** Whether nobody has decided on something a moment ago. */
const isOpen =
  (decided: ReadonlyMap<string, unknown>) =>
  ({ id }: { id: string }): boolean =>
    !decided.has(id);

async function findBookings(
  { portal, now }: ApiRequest,
  site: CompiledPortal,
  { db, keys }: AccountServices,
  movesOf: MovesOf,
): Promise<Waiting[]> {
  const keeper = findKeeper(site, 'booking.list');
  const found = keeper ? await listWaitingBookings(db, site.tenant, now, most) : [];
  const decided = await findDecisions(db, { tenant: site.tenant, module: keeper?.name ?? '' });
  const moves = keeper ? movesOf(keeper, 'waiting') : {};
  return found.filter(isOpen(decided)).map((booking) => ({
    module: keeper?.name ?? '',
    moduleTitle: keeper?.definition.title ?? '',
    id: booking.id,
    title: `${booking.venueName} ${booking.venueTime}`,
    text: openText(keys, site.tenant, booking.purposeCipher),
    who: maskName(openText(keys, site.tenant, booking.nameCipher)),
    since: formatIso(booking.created.getTime()),
    state: keeper ? nameDeskState(portal, keeper, 'waiting') : '',
    href: '/bookings?state=waiting',
    moves,
  }));
}

async function findOrders(
  { portal }: ApiRequest,
  site: CompiledPortal,
  { db, keys }: AccountServices,
  movesOf: MovesOf,
): Promise<Waiting[]> {
  const keeper = findKeeper(site, 'points.orders');
  const found = keeper ? await listWaitingOrders(db, site.tenant, most) : [];
  const decided = await findDecisions(db, { tenant: site.tenant, module: keeper?.name ?? '' });
  const moves = keeper ? movesOf(keeper, 'waiting') : {};
  return found.filter(isOpen(decided)).map((order) => ({
    module: keeper?.name ?? '',
    moduleTitle: keeper?.definition.title ?? '',
    id: order.id,
    title: order.commodityName,
    text: order.remark,
    who: maskName(openText(keys, site.tenant, order.userNameCipher)),
    since: formatIso(order.created.getTime()),
    state: keeper ? nameDeskState(portal, keeper, 'waiting') : '',
    href: '/orders',
    moves,
  }));
}
