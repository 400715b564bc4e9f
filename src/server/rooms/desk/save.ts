import { randomBytes } from 'node:crypto';
import { addAudit } from '../../../database/desk/audit';
import { addVersion, listVersions } from '../../../database/desk/versions';
import { lockItem, type LockItem } from '../../../database/content/itemMoves';
import type { StoredItem } from '../../../database/content/items';
import { putItems } from '../../../database/content/writeItems';
import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule } from '../../../model/compiled';
import type { FormField, Item } from '../../../model/definitions.g';
import { asString, isPresent, type JsonObject } from '../../../model/json';
import { assign, parsePointer, resolve } from '../../../model/pointer';
import { computeStatus } from '../../../runtime/lifecycle';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { checkItem } from '../../importing/checkItem';
import type { Fault } from '../../importing/fault';
import { toRecord } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { layFormValues } from '../../desk/formValues';
import { computeRevision, draftState, findDeskState, findPublished, requireModule } from '../../desk/site';

/** What becomes of an item besides what is written into it. */
type SaveAction = 'keep' | 'draft' | 'publish';

/** The fields of the form that say what is to be done, and are no fields of the item. */
const isOwn = (name: string): boolean => name.startsWith('desk');

/**
 * Writes an item that staff filled in, and keeps a version of it. Of two who write the same item the second is told, and nothing of the first
 * is lost.
 * @throws RequestError 400 for values that the item cannot have, 403 where visitors would see it and the role may not publish, 404 for an item
 * that is not there, 409 when it was changed since it was read
 */
export async function saveItem(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const id = await inTransaction(db, (tx) => writeItem(tx, request));
  return { item: { id }, message: request.portal.texts['deskSaved'] };
}

/** @internal Writes the item, within the transaction `tx`. @param lock tests show with another way that this one lets one of two stand */
export async function writeItem(tx: Queryable, request: ApiRequest, lock: LockItem = lockItem): Promise<string> {
  const { portal, endpoint, body, viewer, now, caller } = request;
  const { site, module } = requireModule(request);
  const { tenant } = site;
  const staff = requireRight(viewer, module.name, 'edit');
  const [asked, action] = [asString(body['deskId']), readAction(body['deskAction'])];
  const key = { tenant, module: module.name, id: asked === '' ? randomBytes(12).toString('base64url') : asked };
  const stored = asked === '' ? undefined : await lock(tx, key);
  if (asked !== '' && !stored) throw new RequestError('noSuchItem');
  if (stored && computeRevision(stored) !== asString(body['deskRevision'])) throw new RequestError('changedMeanwhile');
  const state = chooseState(module, stored, action);
  const isSeen = computeStatus(module.lifecycle, state) === 1;
  if (isSeen || stored?.status === 1) requireRight(viewer, module.name, 'publish');
  const fields = portal.modules[endpoint.module]?.definition.forms?.['edit']?.fields ?? {};
  const doc = fillIn(module, fields, body, stored, isSeen ? now : undefined);
  const record = toRecord(tenant, module, { ...doc, id: key.id }, state);
  if (stored) await keepFirst(tx, key, module, stored);
  await putItems(tx, [record]);
  const by = { at: new Date(now), staff: staff.id, name: staff.name };
  const number = await addVersion(tx, key, { ...by, state, doc: record.doc });
  await addAudit(tx, {
    tenant,
    at: now,
    staff: staff.id,
    name: staff.name,
    address: caller.address,
    action: stored ? 'item.change' : 'item.add',
    module: module.name,
    item: key.id,
    title: record.title,
    detail: { version: number, state, ...(stored ? { from: findDeskState(module, stored) } : {}) },
  });
  return key.id;
}

const readAction = (value: unknown): SaveAction => (value === 'publish' || value === 'keep' ? value : 'draft');

function chooseState(module: CompiledModule, stored: StoredItem | undefined, action: SaveAction): string {
  if (action === 'draft' || (action === 'keep' && !stored)) return draftState;
  const published = findPublished(module);
  if (action === 'keep' && stored) return findDeskState(module, stored);
  if (published === undefined) throw new RequestError('refused');
  return published;
}

/** What nobody has written at the desk yet is kept as it was before. */
async function keepFirst(
  tx: Queryable,
  key: { tenant: string; module: string; id: string },
  module: CompiledModule,
  stored: StoredItem,
): Promise<void> {
  if ((await listVersions(tx, key, 1)).length > 0) return;
  await addVersion(tx, key, { at: stored.pub, staff: '', name: '', state: findDeskState(module, stored), doc: stored.doc });
}

/** @param published when it is published, unless it says so itself; absent: it is not */
function fillIn(
  module: CompiledModule,
  all: Readonly<Record<string, FormField>>,
  body: JsonObject,
  stored: StoredItem | undefined,
  published: number | undefined,
): JsonObject {
  const shape: Item = module.definition.item ?? { properties: {} };
  const fields = Object.fromEntries(Object.entries(all).filter(([name]) => !isOwn(name)));
  const lists = new Set(Object.entries(shape.properties).flatMap(([name, { type }]) => (type === 'array' ? [name] : [])));
  const before = (stored?.doc ?? {}) as JsonObject;
  const laid = layFormValues(fields, body, before, lists);
  const written = Object.fromEntries(Object.entries(laid).filter(([name]) => Object.hasOwn(fields, name)));
  const { item, faults } = checkItem(written, { ...shape, required: [] });
  refuseFaults(faults, shape);
  const doc = { ...Object.fromEntries(Object.entries(laid).filter(([name]) => !Object.hasOwn(fields, name))), ...item };
  const time = module.definition.roles?.time;
  if (published !== undefined && time !== undefined && !isPresent(resolve(time, doc))) assign(time, doc, formatIso(published));
  return doc;
}

/** @throws RequestError 400 which names the fields that cannot hold what was given */
function refuseFaults(faults: readonly Fault[], { properties }: Item): void {
  if (faults.length === 0) return;
  const errors = Object.fromEntries(
    faults.map((fault) => {
      const [name = ''] = parsePointer(fault.place ?? '');
      return [name, properties[name]?.title ?? name];
    }),
  );
  throw new RequestError('deskValueWrong', { fields: Object.values(errors).join(', ') });
}
