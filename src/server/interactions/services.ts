import { toggleFlag, type FlagKind } from '../../database/flags';
import type { Queryable } from '../../database/connection';
import type { JsonObject } from '../../model/payload';
import { signedIn } from '../accounts/services';
import type { ApiRequest } from '../content/answer';
import type { Answer } from '../content/envelope';
import { itemExists } from '../counters/services';
import { RequestError } from '../errors';

type InteractionService = (request: ApiRequest, db: Queryable) => Promise<Answer>;

/** Likes and collects, by service name (ledger COUNT-11, 12, 16, 22). */
export const interactionServices: Readonly<Record<string, InteractionService>> = {
  'interactions.star': async (request, db) => {
    const { active, counters } = await turn(request, db, 'star');
    return { item: { star: counters.star, isStar: String(active) } };
  },
  'interactions.collect': async (request, db) => {
    const { active, counters } = await turn(request, db, 'collect');
    return { item: { collect: counters.collect, isCollect: String(active) } };
  },
};

async function turn({ portal, body, viewer, caller }: ApiRequest, db: Queryable, kind: FlagKind): ReturnType<typeof toggleFlag> {
  const member = signedIn(viewer).id;
  const id = text(body['businessId']);
  if (!(await itemExists(db, portal, id))) throw new RequestError(404, 'noSuchItem');
  const item = { tenant: portal.tenant, column: text(body['menuId']), id, member, title: text(body['title']), image: text(body['image']), url: text(body['url']), type: text(body['type']) };
  return toggleFlag(db, kind, item, caller.arrived);
}

const text = (value: JsonObject[string] | undefined): string => (typeof value === 'string' ? value : '');
