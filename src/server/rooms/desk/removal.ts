import { eraseItem as erase, findHold, type Hold, type Reference } from '../../../database/desk/erase';
import { putPlan } from '../../../database/desk/pending';
import { listVersions } from '../../../database/desk/versions';
import { findRecords } from '../../../definitions/desk/records';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import { computeStatus, hasBin, removedState } from '../../../runtime/lifecycle';
import { type ErrorCode, RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { note } from '../../desk/note';
import { draftState, findDeskState, requireSite, withdrawnState } from '../../desk/site';
import { isLive, keepFirst, putStanding } from '../../desk/standing';
import { describe, type Held, hold } from './hold';

/**
 * Takes an item out of the lists of the desk, into those of what was removed. Its changes that nobody published stay with it, its times go.
 * @throws RequestError 400 of a module whose items visitors hand in, 409 when visitors see it, and as {@link hold}
 */
export async function removeItem(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await hold(request, accounts, 'edit', async (held) => {
    const { tx, key, module, stored, pending, by } = held;
    if (!hasBin(module)) throw new RequestError('refused');
    if (isLive(stored)) throw new RequestError('deskNotRemovable');
    if (findDeskState(module, stored) === removedState) return;
    await keepFirst(tx, key, module, stored);
    if (pending.plan) await putPlan(tx, key, { publish: null, withdraw: null, staff: by.staff, name: by.name });
    await move(request, held, removedState, 'item.remove');
  });
  return { message: request.portal.texts['deskRemovedNow'] };
}

/** Puts an item back to how it stood before it was removed; visitors go on not seeing it. @throws RequestError 400 when it is not removed, and as {@link hold} */
export async function putItemBack(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await hold(request, accounts, 'edit', async (held) => {
    const { tx, key, module, stored } = held;
    if (!hasBin(module) || findDeskState(module, stored) !== removedState) throw new RequestError('refused');
    const before = (await listVersions(tx, key)).find(({ state }) => state !== removedState)?.state ?? draftState;
    const isSeen = computeStatus(module.lifecycle, before) === 1;
    await move(request, held, isSeen ? withdrawnState : before, 'item.putBack');
  });
  return { message: request.portal.texts['deskPutBackNow'] };
}

/** What is said of why an item stays. */
const reasons = {
  enrolments: 'deskEraseEnrolled',
  bookings: 'deskEraseBooked',
  orders: 'deskEraseOrdered',
  entries: 'deskEraseHandedIn',
} as const satisfies Record<Hold, ErrorCode>;

/**
 * Erases an item that was removed, for good, with all that belongs to it; that it was there stays in the record of what was done.
 * @throws RequestError 400 when it is not removed, 409 while visitors have something of it, and as {@link hold}
 */
export async function eraseItem(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await hold(request, accounts, 'publish', async ({ tx, key, module, stored }) => {
    if (!hasBin(module) || findDeskState(module, stored) !== removedState) throw new RequestError('refused');
    const { handedIn, remarks } = findReferences(requireSite(request.portal), module);
    const found = await findHold(tx, key, handedIn);
    if (found !== undefined) throw new RequestError(reasons[found]);
    await erase(tx, key, stored.column, remarks);
    await note(tx, request, { action: 'item.erase', ...describe(key, stored) });
  });
  return { message: request.portal.texts['deskErased'] };
}

/** Finds where what visitors hand in names an item: remarks such as comments go with it, for all else it has to stay. */
function findReferences(site: CompiledPortal, { name }: CompiledModule): { handedIn: Reference[]; remarks: Reference[] } {
  const [handedIn, remarks]: [Reference[], Reference[]] = [[], []];
  for (const module of Object.values(site.modules)) {
    const about = module.definition.contribution?.about;
    if (about !== undefined) remarks.push({ module: module.name, field: about.slice(1) });
    else if (!hasBin(module))
      for (const [field, other] of findRecords(module, site)) if (other === name) handedIn.push({ module: module.name, field });
  }
  return { handedIn, remarks };
}

async function move(request: ApiRequest, { tx, key, module, stored, by }: Held, state: string, action: string): Promise<void> {
  const from = findDeskState(module, stored);
  const { number } = await putStanding(tx, { key, module, doc: stored.doc as JsonObject, state, by });
  await note(tx, request, { action, ...describe(key, stored, { version: number, from }) });
}
