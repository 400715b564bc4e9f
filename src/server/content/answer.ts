import { getItem, listItems } from '../../database/content';
import type { Queryable } from '../../database/connection';
import type { CompiledEndpoint, CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Json, JsonObject } from '../../model/payload';
import { encodeRow } from '../../runtime/reply';
import { resolve } from '../../runtime/scope';
import { RequestError } from '../errors';
import { derivePhases } from './derive';
import type { Answer } from './envelope';
import { readWindow, type Parameters } from './parameters';
import { itemQuery } from './query';
import { withoutPrivate } from './visible';
import type { Viewer } from '../accounts/sessions';

/** A request that reached the built-in back end, checked. */
export interface ApiRequest {
  portal: CompiledPortal;
  endpoint: CompiledEndpoint;
  parameters: Parameters;
  body: JsonObject;
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

async function answerMany(db: Queryable, { portal, endpoint, parameters, now }: ApiRequest, module: CompiledModule): Promise<Answer> {
  const { rows, total } = await listItems(db, itemQuery(portal.tenant, module, endpoint, parameters, readWindow(endpoint, parameters), now));
  return { rows: rows.map((row) => outward(row.doc, endpoint, module, now)), total };
}

async function answerOne(db: Queryable, { portal, endpoint, parameters, now }: ApiRequest, module: CompiledModule): Promise<Answer> {
  const idParam = Object.values(endpoint.params).find((param) => param.field === '/id');
  const id = idParam && parameters.get(idParam.name);
  if (id === undefined) throw new RequestError(400, 'missingParameter', { name: idParam?.name ?? 'id' });
  const found = await getItem(db, portal.tenant, module.name, id);
  const matches = found && found.status === 1 && Object.values(endpoint.params).every((param) => {
    const value = parameters.get(param.name);
    return value === undefined || param.ignored || param.field === undefined || param.field === '/id' || String(resolve(param.field, found.doc)) === value;
  });
  if (!matches) throw new RequestError(404, 'noSuchItem');
  return { item: outward(found.doc, endpoint, module, now) };
}

/** An item as it leaves: fields of the moment added, private ones taken out, in the form of its call's reply. */
function outward(doc: Record<string, unknown>, endpoint: CompiledEndpoint, module: CompiledModule, now: number): Json {
  return encodeRow(withoutPrivate(derivePhases(doc as JsonObject, module.definition, now), endpoint.shape), endpoint);
}
