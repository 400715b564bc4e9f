import { lockItem } from '../../../database/content/itemMoves';
import type { ItemKey } from '../../../database/content/itemMoves';
import type { StoredItem } from '../../../database/content/items';
import type { Queryable } from '../../../database/connection';
import { type Pending, putPlan, readPending, removeDraft } from '../../../database/desk/pending';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule } from '../../../model/compiled';
import type { Right } from '../../../model/definitions.g';
import { asString, type JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { note } from '../../desk/note';
import { computeRevision, findDeskState, requireModule, withdrawnState } from '../../desk/site';
import { type Author, isLive, keepFirst, putStanding } from '../../desk/standing';

/** An item that is locked, and what is to become of it. */
interface Held {
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
async function hold(request: ApiRequest, { db }: AccountServices, right: Right, work: (held: Held) => Promise<void>): Promise<void> {
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

const describe = (key: ItemKey, { title }: StoredItem, detail: JsonObject = {}) => ({ module: key.module, item: key.id, title, detail });

/** Takes an item off the site; changes that nobody published stay with it, its times go. @throws RequestError 400 when visitors do not see it, and as {@link hold} */
export async function withdrawItem(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await hold(request, accounts, 'publish', async ({ tx, key, module, stored, pending, by }) => {
    if (!isLive(stored)) throw new RequestError('deskNotLive');
    await keepFirst(tx, key, module, stored);
    const from = findDeskState(module, stored);
    const { number } = await putStanding(tx, { key, module, doc: stored.doc as JsonObject, state: withdrawnState, by });
    if (pending.plan) await putPlan(tx, key, { publish: null, withdraw: null, staff: by.staff, name: by.name });
    await note(tx, request, { action: 'item.withdraw', ...describe(key, stored, { version: number, from }) });
  });
  return { message: request.portal.texts['deskWithdrawnNow'] };
}

/** Throws the changes of an item away that nobody published. They stay among its versions. @throws RequestError as {@link hold} */
export async function discardChanges(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await hold(request, accounts, 'edit', async ({ tx, key, module, stored, pending, by }) => {
    if (!pending.draft) throw new RequestError('noSuchItem');
    if (pending.plan?.publish) {
      requireRight(request.viewer, module.name, 'publish');
      await putPlan(tx, key, { ...pending.plan, publish: null, staff: by.staff, name: by.name });
    }
    await removeDraft(tx, key);
    await note(tx, request, { action: 'item.discard', ...describe(key, stored) });
  });
  return { message: request.portal.texts['deskDiscarded'] };
}

/** Takes the times of an item away: it stays as it is. @throws RequestError as {@link hold} */
export async function cancelPlan(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await hold(request, accounts, 'publish', async ({ tx, key, stored, pending, by }) => {
    if (!pending.plan) throw new RequestError('noSuchItem');
    await putPlan(tx, key, { publish: null, withdraw: null, staff: by.staff, name: by.name });
    await note(tx, request, { action: 'item.unschedule', ...describe(key, stored) });
  });
  return { message: request.portal.texts['deskUnscheduled'] };
}

/** Tells what who asks may do with the items of a module, for forms that offer it. */
export function tellRights(request: ApiRequest): ServiceReply {
  const { module } = requireModule(request);
  return { item: request.viewer?.staff?.may(module.name, 'publish') === true ? { publish: 'yes' } : { barred: 'yes' } };
}
