import type { Queryable } from '../../database/connection';
import { getItem } from '../../database/content/items';
import type { CompiledModule } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { RequestError } from '../api/errors';
import { type ServiceReply, toReplyRow } from '../api/reply';
import type { ApiRequest } from '../api/request';
import { addDerivedFieldsAndOthers } from './derivedFields';
import { findIncludedRows } from './included';
import { findItems } from './rows';

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
  const { items, total } = await findItems(db, request, module);
  return { rows: items.map((item) => toReplyRow(item, request.endpoint)), total };
}

async function answerOne(db: Queryable, { portal, endpoint, parameters, now }: ApiRequest, module: CompiledModule): Promise<ServiceReply> {
  const idParam = Object.values(endpoint.params).find((param) => param.field === '/id');
  const id = idParam && parameters.get(idParam.name);
  if (id === undefined) throw new RequestError('missingParameter', { name: idParam?.name ?? 'id' });
  const found = await getItem(db, portal.tenant, module.name, id);
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
  const item = found.doc as JsonObject;
  const [whole, included] = await Promise.all([
    addDerivedFieldsAndOthers(item, { db, portal, module, now }),
    findIncludedRows(db, { portal, endpoint, now }, item),
  ]);
  return { item: toReplyRow(whole, endpoint), included };
}
