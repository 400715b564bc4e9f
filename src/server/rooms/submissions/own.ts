import type { Queryable } from '../../../database/connection';
import { type Authorship, findAuthored, listAuthored, removeAuthored } from '../../../database/content/authored';
import { lockItem } from '../../../database/content/itemMoves';
import type { StoredItem } from '../../../database/content/items';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule, CompiledParam } from '../../../model/compiled';
import { getOwn, type Json, type JsonObject } from '../../../model/json';
import { assign, resolve } from '../../../model/pointer';
import { findState, isSeenByMember } from '../../../runtime/lifecycle';
import { encodeRow } from '../../../runtime/reply';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { addDerivedFields } from '../../items/derivedFields';
import { readHistories } from '../../items/history';
import type { AccountServices } from '../../security/accountServices';

/**
 * Answers a call for what the member has handed in, the newest first, in whatever state of review: a list, one item by its id, or
 * the end of one that is not published.
 * @throws RequestError 404 for an item that is not the member's, 409 for the end of a published one
 */
export async function answerOwn(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters } = request;
  const module = portal.modules[endpoint.module];
  if (!module) throw new RequestError('noSuchCall');
  const authorship = { tenant: portal.tenant, modules: [module.name], member: requireViewer(request.viewer).id };
  if (endpoint.rows !== undefined) {
    const wanted = Object.values(endpoint.params).filter(
      ({ field, ignored, name }) => field !== undefined && !ignored && parameters.has(name),
    );
    const all = (await listAuthored(db, authorship))
      .filter((item) => isSeenByMember(module, findState(module, item)))
      .map((item) => ({ ...item, doc: addState(request, module, item) }))
      .filter(({ doc }) => wanted.every((param) => matches(doc, param, parameters.get(param.name) ?? '')))
      .reverse();
    const { limit, offset } = readWindow(endpoint, parameters);
    return { rows: await toOwnRows(db, request, module, all.slice(offset, offset + limit)), total: all.length };
  }
  const idParam = Object.values(endpoint.params).find(({ field }) => field === '/id');
  const id = parameters.get(idParam?.name ?? 'id') ?? '';
  if (endpoint.method === 'DELETE') {
    await inTransaction(db, (tx) => removeOwn(tx, authorship, module, id));
    return {};
  }
  const found = await findAuthored(db, authorship, id);
  if (!found || !isSeenByMember(module, findState(module, found))) throw new RequestError('noSuchItem');
  return { item: (await toOwnRows(db, request, module, [{ ...found, doc: addState(request, module, found) }]))[0] };
}

async function removeOwn(tx: Queryable, authorship: Authorship, module: CompiledModule, id: string): Promise<void> {
  // Nobody publishes it meanwhile.
  const found = await lockItem(tx, { tenant: authorship.tenant, module: module.name, id });
  if (!found || found.doc['memberId'] !== authorship.member || !isSeenByMember(module, findState(module, found)))
    throw new RequestError('noSuchItem');
  if (found.status === 1) throw new RequestError('alreadyPublished');
  await removeAuthored(tx, authorship, id);
}

/** Returns an item with the value of its state, where the call wants it. */
function addState({ endpoint }: ApiRequest, module: CompiledModule, stored: Pick<StoredItem, 'status' | 'state' | 'doc'>): JsonObject {
  const item = structuredClone(stored.doc) as JsonObject;
  const { value } = getOwn(module.lifecycle.states, findState(module, stored)) ?? {};
  if (value !== undefined) assign(endpoint.own ?? '/status', item, value);
  return item;
}

/** Returns a member's own items with their private fields, and what has become of them where the call wants it. */
async function toOwnRows(
  db: Queryable,
  { portal, endpoint, now }: ApiRequest,
  module: CompiledModule,
  items: readonly { id: string; doc: JsonObject }[],
): Promise<Json[]> {
  const { history } = endpoint;
  const ids = items.map(({ id }) => id);
  const histories = history === undefined ? undefined : await readHistories(db, portal, module, ids);
  for (const { id, doc } of items) if (history !== undefined) assign(history, doc, histories?.get(id) ?? []);
  const docs = items.map(({ doc }) => doc);
  const whole = await addDerivedFields(docs, { db, portal, module, now });
  return whole.map((item) => encodeRow(item, endpoint));
}

function matches(doc: JsonObject, { field = '', match }: CompiledParam, value: string): boolean {
  const found = resolve(field, doc);
  const texts = (Array.isArray(found) ? found : [found]).filter((entry) => entry !== undefined && entry !== null).map(String);
  if (match === 'contains') return texts.some((entry) => entry.includes(value));
  return texts.some((entry) => (match === 'any' ? value.split(',').includes(entry) : entry === value));
}
