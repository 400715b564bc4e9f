import { isIP } from 'node:net';
import { getRemainingTime } from '../../database/deadline';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Backend } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import type { ApiCall, ApiResult, BackEnd } from './backEnd';
import { formatError, RequestError, toRequestError } from './errors';
import { findLargestBody, type MultipartBody, uploadTimeoutMs } from './multipart';
import { readParameters } from './parameters';
import { buildFailureBody, buildSuccessBody } from './reply';
import type { AnswerHere, CallerLimit } from './room';
import { findEndpoint, type Match } from './router';
import { sanitizeRow } from './sanitize';
import type { Upstream, UpstreamReply } from './upstream';
import { buildUpstreamPath } from './upstreamPath';

/** Calls to one institution's back end under way at once; files are on their way for minutes and are not counted. */
const mostUnderWay = 150;
const longestMs = 30_000;

/** What calls are passed on with. */
export interface ProxyOptions<Context> {
  upstream: Upstream;
  /** Finds what counts a call against its caller, as the service does in whose place the back end answers. */
  limitOf: (endpoint: CompiledEndpoint) => CallerLimit<Context> | undefined;
  /** Finds what is answered here all the same. */
  hereOf?: (endpoint: CompiledEndpoint) => AnswerHere | undefined;
  context: Context;
  clock?: () => number;
  /** Is told why a back end gave no answer (see `explainFailure`): its visitors learn only that it is busy. */
  report?: (tenant: string, failure: unknown) => void;
}

/**
 * Returns the institutions' own back ends: declared calls alone go to the configured host, rebuilt from their declaration, within the time
 * of the request. More than can be answered in good time are refused at once, for each institution apart. Rich text in replies is sanitised
 * on the way, as no reply is trusted, and of a reply's headers none is passed on.
 */
export function createProxy<Context>({ upstream, limitOf, hereOf, context, clock = Date.now, report }: ProxyOptions<Context>): BackEnd {
  const underWay = new Map<string, number>();
  const count = (tenant: string, change: number): number => {
    const now = (underWay.get(tenant) ?? 0) + change;
    underWay.set(tenant, now);
    return now;
  };

  async function pass(portal: CompiledPortal, backend: Backend, found: Match, call: ApiCall): Promise<ApiResult> {
    const { endpoint, variables } = found;
    const parameters = readParameters(endpoint, variables, new URLSearchParams(/\?.*/s.exec(call.url)?.[0]), clock());
    const here = hereOf?.(endpoint)?.(portal);
    if (here) return { status: 200, body: buildSuccessBody(endpoint, { message: portal.texts['requestOk'], ...here }) };
    const path = buildUpstreamPath(found, parameters);
    const { address: caller } = call;
    if (caller !== undefined) await limitOf(endpoint)?.({ portal, endpoint, parameters, caller: { address: caller } }, context);
    const files = endpoint.multipart ? call.multipart : undefined;
    const timeoutMs = files ? uploadTimeoutMs : Math.min(backend.timeout ?? longestMs, getRemainingTime() ?? longestMs);
    const body = files ? passFiles(files, portal, endpoint) : readBody(endpoint, call);
    const headers = { ...buildHeaders(portal, backend, call), ...(files?.headers ?? (body === undefined ? {} : jsonBody)) };
    const address = new URL(backend.base.replace(/\/$/, '') + path);
    return toResult(endpoint, await upstream.ask({ method: endpoint.method, address, headers, body, timeoutMs }));
  }

  return {
    async answer(portal, call) {
      const found = findEndpoint(portal, call.method, call.url.replace(/\?.*/s, ''));
      const { backend } = portal.settings;
      if (!found || !backend) return { status: 404, body: { status: 404, message: portal.texts['noSuchCall'] ?? '' } };
      const { endpoint } = found;
      const counted = endpoint.multipart && call.multipart ? 0 : 1;
      try {
        if (count(portal.tenant, counted) > mostUnderWay) throw new RequestError('errorBusy');
        return await pass(portal, backend, found, call);
      } catch (error) {
        const known = toRequestError(error);
        if (!known) report?.(portal.tenant, error);
        const told = known ?? new RequestError('errorBusy');
        return { status: told.http, body: buildFailureBody(endpoint, told.status, formatError(portal, told)) };
      } finally {
        count(portal.tenant, -counted);
      }
    },
  };
}

const jsonBody = { 'content-type': 'application/json' };

/**
 * Returns all that a back end is told besides the call itself. The visitor's token goes there only when the settings say that it is the
 * back end's own; cookies and everything else that the visitor's browser sends stay here.
 */
function buildHeaders({ settings: { fid } }: CompiledPortal, backend: Backend, { headers, address = '' }: ApiCall): Record<string, string> {
  const { organizationHeader = 'X-Organization-Id', addressHeader = 'X-Forwarded-For', tokenHeader } = backend;
  const token = headers?.['authorization'];
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    [organizationHeader]: fid,
    ...(isIP(address) === 0 ? {} : { [addressHeader]: address }),
    ...(tokenHeader === undefined || token === undefined ? {} : { [tokenHeader]: token }),
  };
}

/** @throws RequestError 400 for JSON that is no object */
function readBody({ method }: CompiledEndpoint, { body }: ApiCall): string | undefined {
  if (method === 'GET' || method === 'DELETE' || body === undefined) return undefined;
  if (!isObject(body)) throw new RequestError('invalidBody');
  return JSON.stringify(body);
}

/**
 * Returns the bytes of a body with files while they arrive. When the back end does not want the rest, it stays with the caller.
 * @throws RequestError 413 when there are more than its files may have, at once where the sender tells
 */
function passFiles({ raw, headers }: MultipartBody, portal: CompiledPortal, endpoint: CompiledEndpoint): AsyncIterable<Buffer> {
  const { bytes: most, megabytes } = findLargestBody(portal, endpoint);
  const tooLarge = (): RequestError => new RequestError('uploadSize', { size: megabytes });
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge();
  return (async function* () {
    let size = 0;
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw tooLarge();
      yield chunk;
    }
  })();
}

/** @throws Error for a reply that is neither a picture that was asked for nor a JSON object */
function toResult(endpoint: CompiledEndpoint, { status, type, data }: UpstreamReply): ApiResult {
  const picture = endpoint.binary && status < 300 ? /^image\/(png|jpeg|gif|webp)\b/.exec(type)?.[0] : undefined;
  if (picture !== undefined) return { status, body: {}, bytes: { type: picture, data } };
  const body = parseJson(data.toString('utf8'));
  if (!isObject(body)) throw new Error('the reply is not a JSON object');
  return { status, body: sanitizeReply(endpoint, body) };
}

/** Returns undefined for what is not JSON: the error of the parser would quote the reply. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sanitizeReply(endpoint: CompiledEndpoint, body: JsonObject): JsonObject {
  const places = [endpoint.rows, endpoint.item].flatMap((pointer) => (pointer === undefined ? [] : [{ pointer, declared: endpoint }]));
  const included = Object.values(endpoint.include ?? {}).map((include) => ({ pointer: include.at, declared: include }));
  for (const { pointer, declared } of [...places, ...included]) {
    const clean = (value: Json): Json => (isObject(value) ? sanitizeRow(value, declared) : value);
    const value = resolve(pointer, body);
    if (value !== undefined) assign(pointer, body, Array.isArray(value) ? value.map(clean) : clean(value));
  }
  return body;
}
