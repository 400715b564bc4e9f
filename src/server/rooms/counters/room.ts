import { addToCounter, type Counters, listMostViewed, readCounter, readCounters } from '../../../database/content/counters';
import { type FlagKind, readFlags } from '../../../database/content/flags';
import type { Json } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { Room } from '../../api/room';
import { itemExists } from '../../items/query';
import type { AccountServices } from '../../security/accountServices';

/** Counters of items, by service name (ledger COUNT-01, 02, 05, 19). */
export const countersRoom: Room<AccountServices> = {
  drifting: ['counters.column', 'counters.one'],
  services: {
    'counters.column': async ({ portal, parameters, viewer }, { db }) => {
      const column = parameters.get('menuId') ?? '';
      const ids = parameters.get('dataIds')?.split(',').slice(0, 1000);
      const counted = ids ? await readCounters(db, portal.tenant, column, ids) : await listMostViewed(db, portal.tenant, column, 1000);
      const flags = viewer ? await readFlags(db, portal.tenant, viewer.id, column, [...counted.keys()]) : undefined;
      return { rows: [...counted].map(([id, counters]) => toCounterRow(column, id, counters, flags?.get(id))) };
    },
    'counters.one': async ({ portal, parameters, viewer }, { db }) => {
      const column = parameters.get('menuId') ?? '';
      const id = parameters.get('dataId') ?? '';
      const flags = viewer ? await readFlags(db, portal.tenant, viewer.id, column, [id]) : undefined;
      return { item: toCounterRow(column, id, await readCounter(db, { tenant: portal.tenant, column, id }), flags?.get(id)) };
    },
    'counters.record': async ({ portal, body }, { db }) => {
      const column = String(body['menuId']);
      const id = String(body['dataId']);
      if (!(await itemExists(db, portal, id))) throw new RequestError('noSuchItem');
      await addToCounter(db, { tenant: portal.tenant, column, id }, body['pv'] === 1 ? { pv: 1 } : { share: 1 });
      return {};
    },
  },
};

/** Flags are texts: those of the member whose token the call has, for anybody else false (ledger COUNT-01, 04). */
function toCounterRow(menuId: string, dataId: string, counters: Counters, flags: Partial<Record<FlagKind, boolean>> = {}): Json {
  return { menuId, dataId, ...counters, isStar: String(flags.star === true), isCollect: String(flags.collect === true) };
}
