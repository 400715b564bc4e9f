import { createHash } from 'node:crypto';
import type { CompiledPortal } from '../../model/compiled';
import type { Json } from '../../model/json';
import type { ApiCall } from './backEnd';
import { findOwnBackend } from './ownBackend';
import { findEndpoint, type Match } from './router';

/**
 * Returns a call by GET as the call by POST that it stands for, where its endpoint says that members may make it so (`query`; ledger
 * ORDER-14): what stands in the query is its body, held to the same rules. It is for members alone, whose token is in a header that a page of
 * another site cannot have a browser send. Who asks, and what is on the way, may repeat a GET: the same query of the same member has the same
 * Idempotency-Key, unless it brings one.
 * @returns undefined where the call stands for none, as where an institution's own back end answers it
 */
export function readQueriedCall(portal: CompiledPortal, call: ApiCall): { found: Match; call: ApiCall } | undefined {
  if (call.method !== 'GET') return undefined;
  const [path = '', search = ''] = call.url.split(/\?(.*)/s);
  const found = findEndpoint(portal, 'POST', path);
  if (found?.endpoint.query !== true || findOwnBackend(portal, found.endpoint)) return undefined;
  const query = new URLSearchParams(search);
  // What is said twice is no text, and refused as such.
  const body = Object.fromEntries([...new Set(query.keys())].map((name): [string, Json] => [name, readOnly(query.getAll(name))]));
  const key = createHash('sha256').update(search).digest('base64url');
  return {
    found: { ...found, endpoint: { ...found.endpoint, viewer: true } },
    call: { ...call, method: 'POST', url: path, body, headers: { 'idempotency-key': key, ...call.headers } },
  };
}

const readOnly = (values: string[]): Json => (values.length === 1 ? (values[0] ?? '') : values);
