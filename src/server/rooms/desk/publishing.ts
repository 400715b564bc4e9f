import { putPlan, removeDraft } from '../../../database/desk/pending';
import type { JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { note } from '../../desk/note';
import { findDeskState, requireModule, withdrawnState } from '../../desk/site';
import { isLive, keepFirst, putStanding } from '../../desk/standing';
import { describe, hold } from './hold';

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
