import type { Queryable } from '../../database/connection';
import { getItem } from '../../database/content/items';
import type { CompiledInclude, CompiledModule } from '../../model/compiled';
import { isPresent, type Json, type JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { RequestError } from '../api/errors';
import { readParameters } from '../api/parameters';
import { toReplyRow } from '../api/reply';
import type { ApiRequest, ServiceReply } from '../api/room';
import { addDerivedFieldsAndOthers } from './derivedFields';
import { countFacets, findItems } from './query';
import { translateItem } from './translations';

/**
 * Answers a reading call from a module's published items.
 * @throws RequestError 404 when one item is asked for and there is none
 */
export async function answerFromItems(request: ApiRequest, { db }: { db: Queryable }): Promise<ServiceReply> {
  const { portal, endpoint } = request;
  const module = portal.modules[endpoint.module];
  if (!module || endpoint.method !== 'GET') throw new RequestError('noSuchCall');
  return endpoint.rows === undefined ? answerOne(db, request, module) : answerMany(db, request, module);
}

async function answerMany(db: Queryable, request: ApiRequest, module: CompiledModule): Promise<ServiceReply> {
  const [{ items, total }, counts] = await Promise.all([findItems(db, request, module), countFacets(db, request, module)]);
  return { rows: items.map((item) => toReplyRow(item, request.endpoint)), total, ...(counts ? { counts } : {}) };
}

async function answerOne(
  db: Queryable,
  { portal, endpoint, parameters, now, preview }: ApiRequest,
  module: CompiledModule,
): Promise<ServiceReply> {
  const idParam = Object.values(endpoint.params).find((param) => param.field === '/id');
  const id = idParam && parameters.get(idParam.name);
  if (id === undefined) throw new RequestError('missingParameter', { name: idParam?.name ?? 'id' });
  const isPreviewed = preview?.module === module.name && preview.id === id;
  const found = isPreviewed ? { doc: preview.doc, status: 1 } : await getItem(db, portal.tenant, module.name, id);
  const matches =
    found &&
    found.status === 1 &&
    Object.values(endpoint.params).every((param) => {
      const value = parameters.get(param.name);
      return (
        value === undefined ||
        param.ignored ||
        param.field === undefined ||
        param.field === '/id' ||
        String(resolve(param.field, found.doc)) === value
      );
    });
  if (!matches) throw new RequestError('noSuchItem');
  const item = translateItem(found.doc as JsonObject, portal.locale);
  const [whole, included] = await Promise.all([
    addDerivedFieldsAndOthers(item, { db, portal, module, now }),
    findIncludedRows(db, { portal, endpoint, now }, item),
  ]);
  return { item: toReplyRow(whole, endpoint), included };
}

/** Whose lists are asked for. */
type IncludedRequest = Pick<ApiRequest, 'portal' | 'endpoint' | 'now'>;

/**
 * Returns the lists of other modules that come along with an item, each found by a call of its own module: what that call would not answer,
 * such as items that await review or are of another institution, does not come along (ledger DPAV-13).
 * @returns undefined when the call has none
 */
async function findIncludedRows(db: Queryable, request: IncludedRequest, item: JsonObject): Promise<Record<string, Json[]> | undefined> {
  const { include } = request.endpoint;
  if (!include) return undefined;
  return Object.fromEntries(
    await Promise.all(Object.entries(include).map(async ([name, list]) => [name, await findRows(db, request, list, item)] as const)),
  );
}

async function findRows(db: Queryable, { portal, now }: IncludedRequest, include: CompiledInclude, item: JsonObject): Promise<Json[]> {
  const endpoint = portal.endpoints[include.source];
  const module = endpoint && portal.modules[endpoint.module];
  const values = readValues(include, item);
  if (!endpoint || !module || !values) return [];
  const paged = endpoint.paging ? { [endpoint.paging.page]: '1', [endpoint.paging.size]: String(include.limit) } : {};
  const parameters = readParameters(endpoint, {}, new URLSearchParams({ ...values, ...paged }), now);
  const { items } = await findItems(db, { portal, endpoint, parameters, now }, module);
  return items.slice(0, include.limit).map((row) => toReplyRow(row, { ...endpoint, rename: include.rename }));
}

/** Returns the values of the call's parameters; undefined when one is missing, for without its filter everything would come along. */
function readValues(include: CompiledInclude, item: JsonObject): Record<string, string> | undefined {
  const values = Object.entries(include.with).map(
    ([name, value]) => [name, typeof value === 'string' ? resolve(value, item) : value.const] as const,
  );
  return values.every(([, value]) => isPresent(value) && typeof value !== 'object')
    ? Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
    : undefined;
}
