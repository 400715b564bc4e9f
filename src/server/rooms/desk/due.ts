import { type ItemKey, lockItem, type LockItem } from '../../../database/content/itemMoves';
import type { StoredItem } from '../../../database/content/items';
import type { Queryable } from '../../../database/connection';
import { addAudit } from '../../../database/desk/audit';
import { type ItemPlan, listDue, lockDue, type LockDue, putPlan, readPending, removeDraft } from '../../../database/desk/pending';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { getOwn, type JsonObject } from '../../../model/json';
import { layDraft } from '../../desk/drafts';
import { findPublished, withdrawnState } from '../../desk/site';
import { isLive, keepFirst, putStanding } from '../../desk/standing';
import type { AccountServices } from '../../security/accountServices';

/** How an item whose time has come is kept from others. */
interface Locks {
  due: LockDue;
  item: LockItem;
}

/** Finds the public portal of an institution; undefined while it cannot be shown. */
type PortalOf = (tenant: string) => CompiledPortal | undefined;

/**
 * Publishes and withdraws the items of all institutions whose time has come. Any number of servers may do so at once: each item is done by
 * one. What fails keeps no other from being done, and is tried again the next time.
 * @param locks tests show with other ways that these let one server do it
 */
export async function doDue(accounts: AccountServices, portalOf: PortalOf, locks: Locks = { due: lockDue, item: lockItem }): Promise<void> {
  const { db, clock, report } = accounts;
  const now = new Date(clock());
  for (const key of await listDue(db, now)) {
    const module = getOwn(portalOf(key.tenant)?.modules, key.module);
    if (module) await inTransaction(db, (tx) => doOne(tx, key, module, now, locks)).catch(report);
  }
}

async function doOne(tx: Queryable, key: ItemKey, module: CompiledModule, now: Date, locks: Locks): Promise<void> {
  if (!(await locks.due(tx, key, now))) return;
  let stored = await locks.item(tx, key);
  const { draft, plan } = await readPending(tx, key);
  if (!stored || !plan) return;
  const isDue = (time: Date | null): time is Date => time !== null && time <= now;
  if (isDue(plan.publish)) {
    const published = findPublished(module);
    if (published !== undefined) {
      await put(tx, { key, module, stored, plan, what: 'publish', doc: layDraft(stored, draft), state: published, at: plan.publish, now });
      if (draft) await removeDraft(tx, key);
      stored = await locks.item(tx, key);
    }
  }
  if (isDue(plan.withdraw) && stored && isLive(stored))
    await put(tx, {
      key,
      module,
      stored,
      plan,
      what: 'withdraw',
      doc: stored.doc as JsonObject,
      state: withdrawnState,
      at: plan.withdraw,
      now,
    });
  await putPlan(tx, key, {
    ...plan,
    publish: isDue(plan.publish) ? null : plan.publish,
    withdraw: isDue(plan.withdraw) ? null : plan.withdraw,
  });
}

interface Doing {
  key: ItemKey;
  module: CompiledModule;
  stored: StoredItem;
  plan: ItemPlan;
  what: 'publish' | 'withdraw';
  doc: JsonObject;
  state: string;
  /** When it was to be, and when it is. */
  at: Date;
  now: Date;
}

/** Makes an item what it is to be by its plan, in the name of who planned it. */
async function put(tx: Queryable, { key, module, stored, plan: { staff, name }, what, doc, state, at, now }: Doing): Promise<void> {
  await keepFirst(tx, key, module, stored);
  const { record, number } = await putStanding(tx, { key, module, doc, state, by: { at, staff, name } });
  await addAudit(tx, {
    tenant: key.tenant,
    at: now.getTime(),
    staff,
    name,
    address: '',
    action: 'item.due',
    module: key.module,
    item: key.id,
    title: record.title,
    detail: { done: what, version: number },
  });
}
