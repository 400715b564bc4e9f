import { addToCounter, mostViewed, readCounter, readCounters, type Counters } from '../../database/counters';
import { existingIds } from '../../database/content';
import type { Queryable } from '../../database/connection';
import type { Json } from '../../model/payload';
import type { ApiRequest } from '../content/answer';
import type { Answer } from '../content/envelope';
import { RequestError } from '../errors';

type CounterService = (request: ApiRequest, db: Queryable) => Promise<Answer>;

/** Counters of items, by service name (ledger COUNT-01, 02, 05, 19). */
export const counterServices: Readonly<Record<string, CounterService>> = {
  'counters.column': async ({ portal, parameters }, db) => {
    const column = parameters.get('menuId') ?? '';
    const ids = parameters.get('dataIds')?.split(',').slice(0, 1000);
    const counted = ids ? await readCounters(db, portal.tenant, column, ids) : await mostViewed(db, portal.tenant, column, 1000);
    return { rows: [...counted].map(([id, counters]) => counterRow(column, id, counters)) };
  },
  'counters.one': async ({ portal, parameters }, db) => {
    const column = parameters.get('menuId') ?? '';
    const id = parameters.get('dataId') ?? '';
    return { item: counterRow(column, id, await readCounter(db, { tenant: portal.tenant, column, id })) };
  },
  'counters.record': async ({ portal, body }, db) => {
    const column = String(body['menuId']);
    const id = String(body['dataId']);
    if (!(await exists(db, portal, id))) throw new RequestError(404, 'noSuchItem');
    await addToCounter(db, { tenant: portal.tenant, column, id }, body['pv'] === 1 ? { pv: 1 } : { share: 1 });
    return {};
  },
};

/** Flags are the text false until a visitor's own likes are known (ledger COUNT-01). */
function counterRow(menuId: string, dataId: string, counters: Counters): Json {
  return { menuId, dataId, ...counters, isStar: 'false', isCollect: 'false' };
}

/** Only what exists is counted, so that nobody fills the table with ids of their own making. */
async function exists(db: Queryable, portal: ApiRequest['portal'], id: string): Promise<boolean> {
  const found = await Promise.all(Object.values(portal.modules).filter((module) => module.definition.roles).map((module) => existingIds(db, portal.tenant, module.name, [id])));
  return found.some((ids) => ids.has(id));
}
