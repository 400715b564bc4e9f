import { randomBytes } from 'node:crypto';
import { lockItem, type LockItem } from '../../../database/content/itemMoves';
import type { StoredItem } from '../../../database/content/items';
import type { Queryable } from '../../../database/connection';
import { type Pending, putPlan, readPending, removeDraft } from '../../../database/desk/pending';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule } from '../../../model/compiled';
import type { FormField, Item } from '../../../model/definitions.g';
import { asString, isPresent, type JsonObject } from '../../../model/json';
import type { TextKey } from '../../../model/textKeys.g';
import { formatPattern } from '../../../runtime/text';
import { computeStatus } from '../../../runtime/lifecycle';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { checkItem } from '../../importing/checkItem';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { findDeskItem } from '../../../database/desk/items';
import { layDraft } from '../../desk/drafts';
import { findFieldPath, flattenFields, flattenValues, layFormValues, listRelated } from '../../desk/formValues';
import { note } from '../../desk/note';
import { type AskedTimes, describePlan, isSamePlan, readTimes } from '../../desk/plan';
import { computeRevision, draftState, findDeskState, findPublished, requireModule, requireSite, withdrawnState } from '../../desk/site';
import { isLive, keepFirst, putChanges, putStanding } from '../../desk/standing';
import { tidyRichTexts } from '../../desk/tidyRichTexts';
import { refuseFaults } from '../../desk/valueFaults';

/** What becomes of an item besides what is written into it: what visitors see changes with `publish`, and with `keep` where they see it. */
const actions = ['keep', 'draft', 'change', 'preview', 'schedule', 'publish'] as const;
type SaveAction = (typeof actions)[number];

/** The fields of the form that say what is to be done, and are no fields of the item. */
const isOwn = (name: string): boolean => name.startsWith('desk');

/** What was saved, and the words of it. */
interface Saved {
  id: string;
  message: string;
  action: SaveAction;
}

/**
 * Writes an item that staff filled in, and keeps a version of it. What visitors see they go on seeing until it is published. Of two who write
 * the same item the second is told, and nothing of the first is lost.
 * @throws RequestError 400 for values and times that there cannot be, 403 where visitors would see it and the role may not publish, 404 for an
 * item that is not there, 409 when it was changed since it was read
 */
export async function saveItem(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { id, message, action } = await inTransaction(db, (tx) => writeItem(tx, request));
  return { item: { id, ...(action === 'preview' ? { preview: true } : {}) }, message };
}

/** @internal Writes the item, within the transaction `tx`. @param lock tests show with another way that this one lets one of two stand */
export async function writeItem(tx: Queryable, request: ApiRequest, lock: LockItem = lockItem): Promise<Saved> {
  const { portal, body, viewer, now } = request;
  const { site, module } = requireModule(request);
  const staff = requireRight(viewer, module.name, 'edit');
  const asked = asString(body['deskId']);
  const key = { tenant: site.tenant, module: module.name, id: asked === '' ? randomBytes(12).toString('base64url') : asked };
  const stored = asked === '' ? undefined : await lock(tx, key);
  const { add = true, edit = true } = module.definition.admin ?? {};
  if (asked !== '' && !stored) throw new RequestError('noSuchItem');
  if (stored ? !edit : !add) throw new RequestError('refused');
  const pending = stored ? await readPending(tx, key) : {};
  if (stored && computeRevision(stored, pending) !== asString(body['deskRevision'])) throw new RequestError('changedMeanwhile');
  const mayPublish = staff.staff.may(module.name, 'publish');
  const action = readAction(body);
  const times = mayPublish ? readTimes(portal, readGiven(body), action, isLive(stored), now) : keepTimes(request, module, action, pending);
  const isPublished = action === 'publish' || times.publishesNow || (action === 'keep' && isLive(stored));
  if (isPublished || times.withdrawsNow) requireRight(viewer, module.name, 'publish');
  const by = { at: new Date(now), staff: staff.id, name: staff.name };
  const doc = await fillIn(tx, { request, module, before: stored ? layDraft(stored, pending.draft) : {} });
  if (stored) await keepFirst(tx, key, module, stored);
  const state = chooseState(module, stored, { action, isPublished, times });
  const isBeside = stored !== undefined && isLive(stored) && !isPublished && !times.withdrawsNow;
  const { record, number } = isBeside
    ? await putChanges(tx, { key, module, doc, stored, by })
    : await putStanding(tx, { key, module, doc, state, by });
  if (!isBeside && pending.draft) await removeDraft(tx, key);
  const entry = { module: module.name, item: key.id, title: record.title };
  await note(tx, request, {
    ...entry,
    action: stored ? 'item.change' : 'item.add',
    detail: { version: number, state: isBeside ? draftState : state, ...(stored ? { from: findDeskState(module, stored) } : {}) },
  });
  if (!isSamePlan(pending.plan, times)) {
    await putPlan(tx, key, { publish: times.publish, withdraw: times.withdraw, staff: staff.id, name: staff.name });
    const detail = { publish: times.publish?.toISOString() ?? '', withdraw: times.withdraw?.toISOString() ?? '' };
    await note(tx, request, { ...entry, action: 'item.schedule', detail });
  }
  return { id: key.id, action, message: tell(request, { times, isBeside, isPublished }) };
}

/** The form has one choice for each way that an item can stand. */
function readAction(body: JsonObject): SaveAction {
  const chosen = body['deskAction'] ?? Object.entries(body).find(([name, value]) => name.startsWith('deskAction') && isPresent(value))?.[1];
  return actions.find((action) => action === chosen) ?? 'draft';
}

const readGiven = (body: JsonObject) => ({ publish: body['deskPublishAt'], withdraw: body['deskWithdrawAt'] });

/**
 * Who may not publish leaves the times as they are, and cannot change what is published by itself later on.
 * @throws RequestError 403 for other times, 409 where the changes would be published at a time
 */
function keepTimes({ viewer, body }: ApiRequest, { name }: CompiledModule, action: SaveAction, { plan }: Pending): AskedTimes {
  if (action === 'schedule' || Object.values(readGiven(body)).some(isPresent)) requireRight(viewer, name, 'publish');
  if (plan?.publish) throw new RequestError('deskPlanned');
  return { publish: null, withdraw: plan?.withdraw ?? null, publishesNow: false, withdrawsNow: false };
}

function chooseState(
  module: CompiledModule,
  stored: StoredItem | undefined,
  { action, isPublished, times }: { action: SaveAction; isPublished: boolean; times: AskedTimes },
): string {
  if (times.withdrawsNow) return withdrawnState;
  const stays = action === 'keep' || (!isPublished && (action === 'preview' || action === 'schedule'));
  if (stored && stays) return findDeskState(module, stored);
  if (!isPublished) return draftState;
  const published = findPublished(module);
  if (published === undefined || computeStatus(module.lifecycle, published) !== 1) throw new RequestError('refused');
  return published;
}

/** Says what came of it: what visitors see now, and what they will see when. */
function tell(
  { portal }: ApiRequest,
  { times, isBeside, isPublished }: { times: AskedTimes; isBeside: boolean; isPublished: boolean },
): string {
  const say = (text: TextKey, values = {}): string => formatPattern(portal.texts[text] ?? '', values, portal.patterns);
  if (times.withdrawsNow) return say('deskWithdrawnPast');
  if (times.publishesNow) return say('deskPublishedPast');
  const plan = describePlan(portal, times);
  const saved = say(isBeside ? 'deskSavedBeside' : isPublished ? 'deskSavedSeen' : 'deskSaved');
  return plan === '' ? saved : say('deskSavedPlan', { saved, plan });
}

/** What an item is written from. */
interface Writing {
  request: ApiRequest;
  module: CompiledModule;
  /** What the form began with; empty for a new item. */
  before: JsonObject;
}

/** @throws RequestError 400 for values that the item cannot have, and for related items that there are not */
async function fillIn(tx: Queryable, { request, module, before }: Writing): Promise<JsonObject> {
  const { portal, endpoint, body } = request;
  const form = portal.modules[endpoint.module]?.definition.forms?.['edit']?.fields ?? {};
  const shape: Item = module.definition.item ?? { properties: {} };
  const fields = Object.fromEntries(Object.entries(flattenFields(form)).filter(([name]) => !isOwn(name)));
  const laid = layFormValues(fields, flattenValues(form, body), before, shape.properties);
  const written = Object.fromEntries(Object.entries(laid).filter(([name]) => Object.hasOwn(fields, name)));
  const { item, faults } = checkItem(tidyRichTexts(written, shape.properties), { ...shape, required: [] });
  refuseFaults(faults, shape, form, portal);
  await requireRelated(tx, request, { fields: form, item, before });
  return { ...Object.fromEntries(Object.entries(laid).filter(([name]) => !Object.hasOwn(fields, name))), ...item };
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
