import { type ItemKey, lockItem } from '../../../database/content/itemMoves';
import type { StoredItem } from '../../../database/content/items';
import type { Queryable } from '../../../database/connection';
import { type Pending, readPending } from '../../../database/desk/pending';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule } from '../../../model/compiled';
import type { Right } from '../../../model/definitions.g';
import { asString, type JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { computeRevision, requireModule } from '../../desk/site';
import type { Author } from '../../desk/standing';

/** An item that is locked, and what is to become of it. */
export interface Held {
  tx: Queryable;
  key: ItemKey;
  module: CompiledModule;
  stored: StoredItem;
  pending: Pending;
  by: Author;
}

/**
 * Does something with an item as it was seen.
 * @throws RequestError 403 without the right, 404 for an item that is not there, 409 when it was changed since it was read
 */
export async function hold(request: ApiRequest, { db }: AccountServices, right: Right, work: (held: Held) => Promise<void>): Promise<void> {
  const { viewer, body, now } = request;
  const { site, module } = requireModule(request);
  const staff = requireRight(viewer, module.name, right);
  const key = { tenant: site.tenant, module: module.name, id: asString(body['id']) };
  await inTransaction(db, async (tx) => {
    const stored = await lockItem(tx, key);
    if (!stored) throw new RequestError('noSuchItem');
    const pending = await readPending(tx, key);
    if (computeRevision(stored, pending) !== asString(body['revision'])) throw new RequestError('changedMeanwhile');
    await work({ tx, key, module, stored, pending, by: { at: new Date(now), staff: staff.id, name: staff.name } });
  });
}

/** Returns what the record of an item's changes says of it. */
export const describe = (key: ItemKey, { title }: StoredItem, detail: JsonObject = {}) => ({
  module: key.module,
  item: key.id,
  title,
  detail,
});
