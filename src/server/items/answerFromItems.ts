import { getItem } from '../../database/content/items';
import type { Queryable } from '../../database/connection';
import type { CompiledEndpoint, CompiledModule, CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { RequestError } from '../api/errors';
import type { Answer } from '../api/envelope';
import { includedRows } from './included';
import { withMomentAndOthers } from './derivedFields';
import type { Parameters } from '../api/parameters';
import { findItems, outward } from './rows';
import type { Viewer } from '../security/sessions';
import type { MultipartBody } from '../api/multipart';

/** A request that reached the built-in back end, checked. */
export interface ApiRequest {
  portal: CompiledPortal;
  endpoint: CompiledEndpoint;
  parameters: Parameters;
  body: JsonObject;
  /** The body of a call that takes files, not read yet. */
  multipart?: MultipartBody;
  /** Milliseconds since 1970. */
  now: number;
  /** The member who asks, by the token alone. */
  viewer?: Viewer;
  caller: Caller;
}

/** Where a call comes from. Nothing here says who is asking. */
export interface Caller {
  /** The caller's network address, for limits. */
  address: string;
  cookies: Readonly<Record<string, string>>;
  /** Whether the visitor's connection is encrypted. */
  secure: boolean;
  /** When the call arrived, in milliseconds with fractions. */
  arrived: number;
  /** The name that a submission gave itself, so that a repeated one is known (header Idempotency-Key). */
  key?: string;
}

/**
 * Answers a reading call from a module's published items.
 * @throws RequestError 404 when one item is asked for and there is none
 */
export async function answerFromItems(db: Queryable, request: ApiRequest): Promise<Answer> {
  const { portal, endpoint } = request;
  const module = portal.modules[endpoint.module];
  if (!module || endpoint.method !== 'GET') throw new RequestError(404, 'noSuchCall');
  return endpoint.rows === undefined ? answerOne(db, request, module) : answerMany(db, request, module);
}

async function answerMany(db: Queryable, request: ApiRequest, module: CompiledModule): Promise<Answer> {
  const { items, total } = await findItems(db, request, module);
  return { rows: items.map((item) => outward(item, request.endpoint)), total };
}

async function answerOne(db: Queryable, { portal, endpoint, parameters, now }: ApiRequest, module: CompiledModule): Promise<Answer> {
  const idParam = Object.values(endpoint.params).find((param) => param.field === '/id');
  const id = idParam && parameters.get(idParam.name);
  if (id === undefined) throw new RequestError(400, 'missingParameter', { name: idParam?.name ?? 'id' });
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
  if (!matches) throw new RequestError(404, 'noSuchItem');
  const item = found.doc as JsonObject;
  const [whole, included] = await Promise.all([
    withMomentAndOthers(item, { db, portal, module, now }),
    includedRows(db, { portal, endpoint, now }, item),
  ]);
  return { item: outward(whole, endpoint), included };
}
