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
import { assign, resolve } from '../../../model/pointer';
import { computeStatus } from '../../../runtime/lifecycle';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { checkItem } from '../../importing/checkItem';
import { toRecord } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { findFieldPath, flattenFields, flattenValues, layFormValues, listRelated } from '../../desk/formValues';
import { computeRevision, draftState, findDeskState, findPublished, requireModule, requireSite } from '../../desk/site';
import { tidyRichTexts } from '../../desk/tidyRichTexts';
import { refuseFaults } from '../../desk/valueFaults';
import { formatPattern } from '../../../runtime/text';
import { findDeskItem } from '../../../database/desk/items';

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
  const { body, viewer, now, caller } = request;
  const { site, module } = requireModule(request);
  const { tenant } = site;
  const staff = requireRight(viewer, module.name, 'edit');
  const [asked, action] = [asString(body['deskId']), readAction(body['deskAction'])];
  const key = { tenant, module: module.name, id: asked === '' ? randomBytes(12).toString('base64url') : asked };
  const stored = asked === '' ? undefined : await lock(tx, key);
  const { add = true, edit = true } = module.definition.admin ?? {};
  if (asked !== '' && !stored) throw new RequestError('noSuchItem');
  if (stored ? !edit : !add) throw new RequestError('refused');
  if (stored && computeRevision(stored) !== asString(body['deskRevision'])) throw new RequestError('changedMeanwhile');
  const state = chooseState(module, stored, action);
  const isSeen = computeStatus(module.lifecycle, state) === 1;
  if (isSeen || stored?.status === 1) requireRight(viewer, module.name, 'publish');
  const doc = await fillIn(tx, { request, module, stored, published: isSeen ? now : undefined });
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

/** What an item is written from. */
interface Writing {
  request: ApiRequest;
  module: CompiledModule;
  stored: StoredItem | undefined;
  /** When it is published, unless it says so itself; absent: it is not. */
  published: number | undefined;
}

/** @throws RequestError 400 for values that the item cannot have, and for related items that there are not */
async function fillIn(tx: Queryable, { request, module, stored, published }: Writing): Promise<JsonObject> {
  const { portal, endpoint, body } = request;
  const form = portal.modules[endpoint.module]?.definition.forms?.['edit']?.fields ?? {};
  const shape: Item = module.definition.item ?? { properties: {} };
  const fields = Object.fromEntries(Object.entries(flattenFields(form)).filter(([name]) => !isOwn(name)));
  const before = (stored?.doc ?? {}) as JsonObject;
  const laid = layFormValues(fields, flattenValues(form, body), before, shape.properties);
  const written = Object.fromEntries(Object.entries(laid).filter(([name]) => Object.hasOwn(fields, name)));
  const { item, faults } = checkItem(tidyRichTexts(written, shape.properties), { ...shape, required: [] });
  refuseFaults(faults, shape, form, portal);
  await requireRelated(tx, request, { fields: form, item, before });
  const doc = { ...Object.fromEntries(Object.entries(laid).filter(([name]) => !Object.hasOwn(fields, name))), ...item };
  const time = module.definition.roles?.time;
  if (published !== undefined && time !== undefined && !isPresent(resolve(time, doc))) assign(time, doc, formatIso(published));
  return doc;
}

/** @throws RequestError 400 when an item is named that there is not; what was named before may be gone meanwhile */
async function requireRelated(
  tx: Queryable,
  { portal }: ApiRequest,
  { fields, item, before }: { fields: Readonly<Record<string, FormField>>; item: JsonObject; before: JsonObject },
): Promise<void> {
  const { tenant } = requireSite(portal);
  const known = new Set(listRelated(fields, before).map(({ field, id }) => `${field} ${id}`));
  const errors: Record<string, string> = {};
  for (const { field, module, id } of listRelated(fields, item)) {
    if (known.has(`${field} ${id}`) || (await findDeskItem(tx, tenant, module, id))) continue;
    const label = portal.modules[module]?.definition.title ?? field;
    errors[findFieldPath(fields, field) ?? field] = formatPattern(portal.texts['deskNoRecord'] ?? '', { field: label }, portal.patterns);
  }
  const [message] = Object.values(errors);
  if (message !== undefined) throw new RequestError('deskValueWrong', { fields: '' }, { message, errors });
}
