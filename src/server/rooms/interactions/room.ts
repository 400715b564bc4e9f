import type { Queryable } from '../../../database/connection';
import { type FlagKind, toggleFlag } from '../../../database/content/flags';
import { asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, Room } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { itemExists } from '../../items/query';
import type { AccountServices } from '../../security/accountServices';

/** Likes and collects, by service name (ledger COUNT-11, 12, 16, 22). */
export const interactionsRoom: Room<AccountServices> = {
  services: {
    'interactions.star': async (request, { db }) => {
      const { active, counters } = await toggleOnce(request, db, 'star');
      return { item: { star: counters.star, isStar: String(active) } };
    },
    'interactions.collect': async (request, { db }) => {
      const { active, counters } = await toggleOnce(request, db, 'collect');
      return { item: { collect: counters.collect, isCollect: String(active) } };
    },
  },
};

/** Calls that are being answered, by flag: how many, and when the first of them arrived. */
const underWay = new Map<string, { calls: number; arrived: number }>();

/**
 * Turns a flag. A visitor sees one state and presses once: calls that come while others on the same flag are not answered yet
 * mean the same turn, so they count as having arrived with the first of them.
 */
async function toggleOnce(request: ApiRequest, db: Queryable, kind: FlagKind): ReturnType<typeof toggleFlag> {
  const { portal, body, viewer, caller } = request;
  const key = JSON.stringify([portal.tenant, requireViewer(viewer).id, body['menuId'], body['businessId'], kind]);
  const burst = underWay.get(key) ?? { calls: 0, arrived: caller.arrived };
  underWay.set(key, burst);
  burst.calls += 1;
  try {
    return await toggle(request, db, kind, burst.arrived);
  } finally {
    burst.calls -= 1;
    if (burst.calls === 0) underWay.delete(key);
  }
}

async function toggle({ portal, body, viewer }: ApiRequest, db: Queryable, kind: FlagKind, arrived: number): ReturnType<typeof toggleFlag> {
  const member = requireViewer(viewer).id;
  const id = asString(body['businessId']);
  if (!(await itemExists(db, portal, id))) throw new RequestError('noSuchItem');
  const read = (name: string): string => asString(body[name]);
  const shown = { title: read('title'), image: read('image'), url: read('url'), type: read('type') };
  return toggleFlag(db, kind, { tenant: portal.tenant, column: read('menuId'), id, member, ...shown }, arrived);
}
