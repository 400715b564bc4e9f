import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import { asObjects, isObject, type Json, type JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { createCursorStore } from '../../server/api/cursors';
import { type ForeignRequest, isForeign, makeForeignCall } from '../../server/api/foreignCall';
import { buildBackendHeaders, findOwnBackend, type Variables } from '../../server/api/ownBackend';
import type { Upstream, UpstreamReply } from '../../server/api/upstream';
import { buildUpstreamPath, joinAddress } from '../../server/api/upstreamPath';

/** What a back end answered a call, as it came; or the parameter that no value is known for. */
type Sampled = { missing: string } | { missing?: undefined; status: number; body: Json };

const timeoutMs = 15_000;
/** Rows that are asked for of a list. */
const size = 5;

/** Returns what makes one call after the other; what lists answer gives the calls after them their ids. */
export function createSampler(
  portal: CompiledPortal,
  upstream: Upstream,
  variables: Variables,
): (endpoint: CompiledEndpoint) => Promise<Sampled> {
  const known = new Map<string, JsonObject>();
  return async (endpoint) => {
    const own = findOwnBackend(portal, endpoint);
    if (!own) throw new Error('the built-in back end answers it');
    const { parameters, missing } = fillParameters(endpoint, known.get(endpoint.module));
    if (missing !== undefined) return { missing };
    const headers = buildBackendHeaders(portal, own.backend, {}, variables);
    let reply: UpstreamReply | undefined;
    const send = async ({ method, path, body }: ForeignRequest): Promise<UpstreamReply> => {
      const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
      return (reply = await upstream.ask({ method, address: joinAddress(own.backend.base, path), headers: sent, body, timeoutMs }));
    };
    let rows: JsonObject[] = [];
    if (isForeign(endpoint)) {
      const call = { endpoint, parameters, body: undefined, tenant: portal.tenant, send, cursors: createCursorStore() };
      // A reply that is not as declared is what is looked for here.
      const content = await makeForeignCall(call).catch((error: unknown) => (reply === undefined ? Promise.reject(error) : undefined));
      rows = asObjects(content?.rows);
    } else {
      await send({ method: endpoint.method, path: buildUpstreamPath({ endpoint, variables: {} }, parameters) });
      rows = asObjects(endpoint.rows === undefined ? undefined : resolve(endpoint.rows, parse(reply)));
    }
    if (!reply) throw new Error('it was not asked');
    if (rows[0]) known.set(endpoint.module, { ...rows[0], ...known.get(endpoint.module) });
    return { status: reply.status, body: parse(reply) };
  };
}

/** @throws Error for what is not JSON */
function parse(reply: UpstreamReply | undefined): Json {
  try {
    return JSON.parse(reply?.data.toString('utf8') ?? '') as Json;
  } catch {
    throw new Error('the reply is not JSON');
  }
}

/** What the address needs comes from a row of a list; what is optional is left out. */
function fillParameters(
  { template, params, paging, rename = {} }: CompiledEndpoint,
  row: JsonObject | undefined,
): { parameters: Map<string, string>; missing?: string } {
  const inPath = [...template.matchAll(/\{([A-Za-z0-9_]+)\}/g)].map(([, name = '']) => name);
  const needed = [...inPath, ...Object.values(params).flatMap(({ name, required }) => (required ? [name] : []))];
  const parameters = new Map(
    paging ? [[paging.page, '1'] as const, [paging.size, String(Math.min(size, paging.max ?? size))] as const] : [],
  );
  for (const name of new Set(needed)) {
    const field = params[name]?.field ?? `/${name}`;
    const value = resolve(rename[field] ?? field, row ?? {}) ?? params[name]?.default;
    if (value === undefined || value === null || Array.isArray(value) || isObject(value)) return { parameters, missing: name };
    parameters.set(name, String(value));
  }
  return { parameters };
}
