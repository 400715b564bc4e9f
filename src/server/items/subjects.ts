import type { Queryable } from '../../database/connection';
import { getItem } from '../../database/content/items';
import type { CompiledModule } from '../../model/compiled';
import type { Subject } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { holds } from '../../runtime/condition';
import type { Scope } from '../../runtime/roots';
import { formatText } from '../../runtime/text';
import { RequestError } from '../api/errors';
import type { ApiRequest } from '../api/room';
import { addDerivedFields } from './derivedFields';

/** The item that a call is about. */
export interface FoundSubject {
  module: CompiledModule;
  id: string;
  /** As it is stored. */
  stored: JsonObject;
  /** With the fields of the moment. */
  item: JsonObject;
}

/**
 * Returns the published item that a call is about.
 * @param id what the call says that its id is
 * @param scope the roots that its message refers to; its condition sees `item` besides
 * @throws RequestError 404 without it, 400 when it is not in the state that is asked for
 */
export async function requireSubject(
  db: Queryable,
  { portal, endpoint, now }: Pick<ApiRequest, 'portal' | 'endpoint' | 'now'>,
  about: Subject,
  id: string,
  scope: Scope,
): Promise<FoundSubject> {
  const module = portal.modules[about.module ?? endpoint.module];
  const found = module && (await getItem(db, portal.tenant, module.name, id));
  if (!module || found?.status !== 1) throw new RequestError('noSuchItem');
  const stored = found.doc as JsonObject;
  const [item = stored] = await addDerivedFields([stored], { db, portal, module, now });
  if (holds(about.when, { ...scope, item })) return { module, id, stored, item };
  const message = about.refused === undefined ? undefined : formatText(about.refused, { ...scope, item }, portal.patterns);
  throw new RequestError('notOpen', {}, { message });
}
