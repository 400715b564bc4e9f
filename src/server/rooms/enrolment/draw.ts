import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import {
  countDrawn,
  type DrawKey,
  findDraw,
  holdDraw,
  lineUp,
  listDrawn,
  listDueDraws,
  listEntrants,
  markLost,
  markWon,
  publishDraw,
  putDraw,
  type StoredDraw,
  takeDraw,
  type TakeDraw,
} from '../../../database/enrolments/draws';
import { lockPlaces } from '../../../database/enrolments/places';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { readTitle } from '../../items/record';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { type Activity, findActivity, toActivity } from './activity';
import type { Keys } from './enrol';
import { admit, mayMoveUp, takePlaceFor } from './promote';

const toKey = ({ tenant, module, id }: Activity): DrawKey => ({ tenant, module: module.name, activity: id });

/** Returns the draw of an activity whose places are drawn; its seed is fixed when it is first asked for, which is before anybody takes part. */
async function ensureDraw(db: Queryable, { keys }: Keys, activity: Activity): Promise<StoredDraw | undefined> {
  if (!activity.draw) return undefined;
  const key = toKey(activity);
  const known = await findDraw(db, key);
  if (known && (known.drawn || known.closes.getTime() === activity.draw.closes)) return known;
  const seed = randomBytes(32).toString('hex');
  const closes = new Date(activity.draw.closes);
  await putDraw(db, key, { closes, seedCipher: keys.seal(activity.tenant, seed), seedHash: hashSeed(seed) });
  return findDraw(db, key);
}

const hashSeed = (seed: string): string => createHash('sha256').update(seed, 'hex').digest('hex');

/** Returns where an enrolment stands in a drawn order: the least comes first. */
const rankBy = (seed: string, id: string): string => createHmac('sha256', Buffer.from(seed, 'hex')).update(id).digest('hex');

/**
 * Whether who asks now takes part in a draw: from the opening until it closes. Within the transaction `tx` it is not drawn.
 * @returns false when places are given as they are asked for, for there is no draw, or it was drawn
 * @throws RequestError 409 between the two
 */
export async function takesPart(tx: Queryable, keys: Keys, activity: Activity, now: number): Promise<boolean> {
  if (!(await ensureDraw(tx, keys, activity))) return false;
  const draw = await holdDraw(tx, toKey(activity));
  if (!draw || draw.drawn) return false;
  if (draw.closes.getTime() <= now) throw new RequestError('drawPending');
  return true;
}

/** Returns what is published of a draw: the hash of its seed, when it closes; once drawn the seed, and the enrolments in the order that follows. */
export async function describeDraw({ portal, endpoint, parameters, now }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { db } = accounts;
  const activity = await findActivity(db, portal, parameters.get('id') ?? '', now);
  const draw = await ensureDraw(db, accounts, activity);
  if (!draw) throw new RequestError('noSuchItem');
  const { closes, drawn, seed, seedHash } = draw;
  const total = await countDrawn(db, toKey(activity));
  const rows = drawn ? await listDrawn(db, toKey(activity), readWindow(endpoint, parameters)) : [];
  return {
    item: {
      id: activity.id,
      phase: drawn ? 2 : Number(closes.getTime() <= now),
      closes: formatIso(closes.getTime()),
      seedHash,
      people: total,
      ...(drawn ? { drawn: formatIso(drawn.getTime()), seed: seed ?? '' } : {}),
    },
    rows: rows.map((row) => ({ ...row })),
    total: drawn ? total : 0,
  };
}

/**
 * Draws the places of all institutions whose time has come. Any number of servers may do so at once: each draw is drawn by one, whole or not
 * at all. What fails keeps no other from being drawn, and is tried again the next time.
 * @param take tests show with another way that this one lets one server do it
 */
export async function drawDue(
  accounts: AccountServices,
  portalOf: (tenant: string) => CompiledPortal | undefined,
  take: TakeDraw = takeDraw,
): Promise<void> {
  const now = accounts.clock();
  for (const key of await listDueDraws(accounts.db, new Date(now))) {
    const portal = portalOf(key.tenant);
    if (portal) await inTransaction(accounts.db, (tx) => drawOne(tx, accounts, portal, key, now, take)).catch(accounts.report);
  }
}

async function drawOne(tx: Queryable, keys: Keys, portal: CompiledPortal, key: DrawKey, now: number, take: TakeDraw): Promise<void> {
  const module = portal.modules[key.module];
  const item = module && (await getItem(tx, key.tenant, key.module, key.activity));
  if (!module || item?.status !== 1) return;
  const activity = toActivity(key.tenant, module, { ...(item.doc as JsonObject), id: key.activity }, now);
  // Staff put it off, or decided otherwise: then who takes part is drawn at once.
  if (activity.draw && activity.draw.closes > now) return void (await ensureDraw(tx, keys, activity));
  const draw = await take(tx, key, new Date(now));
  if (!draw) return;
  await lockPlaces(tx, key);
  const seed = keys.keys.open(key.tenant, draw.seedCipher);
  await drawAmong(tx, keys, portal, activity, seed, now);
  await publishDraw(tx, key, seed, new Date(now));
}

/** All line up in the drawn order; then each is given a place as long as there are some. */
async function drawAmong(tx: Queryable, keys: Keys, portal: CompiledPortal, activity: Activity, seed: string, now: number): Promise<void> {
  const entrants = (await listEntrants(tx, toKey(activity)))
    .map((entrant) => ({ entrant, rank: rankBy(seed, entrant.id) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ entrant }) => entrant);
  for (const [index, { tenant, id }] of entrants.entries()) await lineUp(tx, tenant, id, index + 1);
  let waiting = 0;
  for (const entrant of entrants) {
    const isDrawn = mayMoveUp(keys, activity, entrant, now) && (await takePlaceFor(tx, activity, entrant));
    if (isDrawn) {
      await admit(tx, keys, entrant);
      await markWon(tx, entrant.tenant, entrant.id);
    } else if (activity.waiting) waiting += 1;
    else await markLost(tx, entrant.tenant, entrant.id, new Date(now));
    const name = isDrawn ? 'win' : activity.waiting ? 'stay' : 'lose';
    const item = {
      activityInfo: { id: activity.id, name: readTitle(activity.module, activity.doc) },
      name: keys.keys.open(entrant.tenant, entrant.nameCipher),
      ahead: waiting - 1,
    };
    await tellOfKept(tx, keys, portal, { service: 'enrolment.list', name, member: entrant.member, key: entrant.id, item }, now);
  }
}
