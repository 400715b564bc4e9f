import type { Queryable } from '../../database/connection';
import type { CompiledEndpoint, CompiledInclude, CompiledPortal } from '../../model/compiled';
import { isPresent, type Json, type JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { readParameters } from '../api/parameters';
import { toReplyRow } from '../api/reply';
import { findItems } from './rows';

/** Whose lists are asked for, and what counts as now, in milliseconds since 1970. */
interface IncludedRequest {
  portal: CompiledPortal;
  endpoint: CompiledEndpoint;
  now: number;
}

/**
 * Returns the lists of other modules that come along with an item, each found by a call of its own module: what that call would not answer,
 * such as items that await review or are of another institution, does not come along (ledger DPAV-13).
 * @returns undefined when the call has none
 */
export async function findIncludedRows(
  db: Queryable,
  request: IncludedRequest,
  item: JsonObject,
): Promise<Record<string, Json[]> | undefined> {
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
