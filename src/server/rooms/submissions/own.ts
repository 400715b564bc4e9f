import type { Queryable } from '../../../database/connection';
import { findAuthored, listAuthored, removeAuthored } from '../../../database/content/authored';
import type { CompiledModule, CompiledParam } from '../../../model/compiled';
import type { Json, JsonObject } from '../../../model/json';
import { assign, resolve } from '../../../model/pointer';
import { encodeRow } from '../../../runtime/reply';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { addDerivedFields } from '../../items/derivedFields';
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
      .filter(({ doc }) => wanted.every((param) => matches(doc as JsonObject, param, parameters.get(param.name) ?? '')))
      .reverse();
    const { limit, offset } = readWindow(endpoint, parameters);
    return { rows: await toOwnRows(db, request, module, all.slice(offset, offset + limit)), total: all.length };
  }
  const idParam = Object.values(endpoint.params).find(({ field }) => field === '/id');
  const found = await findAuthored(db, authorship, parameters.get(idParam?.name ?? 'id') ?? '');
  if (!found) throw new RequestError('noSuchItem');
  if (endpoint.method !== 'DELETE') return { item: (await toOwnRows(db, request, module, [found]))[0] };
  if (found.status === 1) throw new RequestError('alreadyPublished');
  await removeAuthored(db, authorship, found.id);
  return {};
}

/** Returns a member's own items with their private fields, and the state of their review where the call wants it. */
async function toOwnRows(
  db: Queryable,
  { portal, endpoint, now }: ApiRequest,
  module: CompiledModule,
  items: readonly { status: number; doc: Record<string, unknown> }[],
): Promise<Json[]> {
  const reviewed = items.map(({ doc, status }) => {
    const item = structuredClone(doc) as JsonObject;
    assign(endpoint.own ?? '/status', item, status);
    return item;
  });
  const whole = await addDerivedFields(reviewed, { db, portal, module, now });
  return whole.map((item) => encodeRow(item, endpoint));
}

function matches(doc: JsonObject, { field = '', match }: CompiledParam, value: string): boolean {
  const found = resolve(field, doc);
  const texts = (Array.isArray(found) ? found : [found]).filter((entry) => entry !== undefined && entry !== null).map(String);
  if (match === 'contains') return texts.some((entry) => entry.includes(value));
  return texts.some((entry) => (match === 'any' ? value.split(',').includes(entry) : entry === value));
}
