import { eraseItem as erase, findHold, findNaming, type Hold, type Reference } from '../../../database/desk/erase';
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
 * @throws RequestError 400 when it is not removed, 409 while visitors have something of it or other entries name it, and as {@link hold}
 */
export async function eraseItem(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await hold(request, accounts, 'publish', async ({ tx, key, module, stored }) => {
    if (!hasBin(module) || findDeskState(module, stored) !== removedState) throw new RequestError('refused');
    const site = requireSite(request.portal);
    const { handedIn, remarks, linked } = findReferences(site, module);
    const found = await findHold(tx, key, handedIn);
    if (found !== undefined) throw new RequestError(reasons[found]);
    const naming = await findNaming(tx, key, linked);
    if (naming)
      throw new RequestError('deskEraseLinked', {
        module: site.modules[naming.module]?.definition.title ?? '',
        title: naming.title === '' ? naming.id : naming.title,
      });
    await erase(tx, key, stored.column, remarks);
    await note(tx, request, { action: 'item.erase', ...describe(key, stored) });
  });
  return { message: request.portal.texts['deskErased'] };
}

/** Where other things name an item. */
interface References {
  /** What visitors hand in. */
  handedIn: Reference[];
  /** Remarks such as comments, which go with it. */
  remarks: Reference[];
  /** Entries of the staff. */
  linked: Reference[];
}

/** Finds where other things name an item: remarks go with it, for all else it has to stay. */
function findReferences(site: CompiledPortal, { name }: CompiledModule): References {
  const found: References = { handedIn: [], remarks: [], linked: [] };
  for (const module of Object.values(site.modules)) {
    const about = module.definition.contribution?.about;
    if (about !== undefined) found.remarks.push({ module: module.name, field: about.slice(1) });
    else
      for (const [field, other] of findRecords(module, site))
        if (other === name) found[hasBin(module) ? 'linked' : 'handedIn'].push({ module: module.name, field });
  }
  return found;
}

async function move(request: ApiRequest, { tx, key, module, stored, by }: Held, state: string, action: string): Promise<void> {
  const from = findDeskState(module, stored);
  const { number } = await putStanding(tx, { key, module, doc: stored.doc as JsonObject, state, by });
  await note(tx, request, { action, ...describe(key, stored, { version: number, from }) });
}
