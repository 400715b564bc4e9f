import { getRemainingTime } from '../../database/deadline';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Backend } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import { readReply } from '../../runtime/reply';
import type { ApiCall, ApiResult, BackEnd } from './backEnd';
import { type Copies, isCopied } from './copies';
import { writeCopyNote } from './copyNote';
import { createCursorStore } from './cursors';
import { formatError, RequestError, toRequestError } from './errors';
import { type ForeignRequest, isForeign, makeForeignCall } from './foreignCall';
import { findLargestBody, type MultipartBody, uploadTimeoutMs } from './multipart';
import { buildBackendHeaders, findOwnBackend, isLoginElsewhere, type Variables } from './ownBackend';
import { readParameters } from './parameters';
import { buildFailureBody, buildSuccessBody } from './reply';
import type { AnswerHere, CallerLimit } from './room';
import { findEndpoint, type Match } from './router';
import { sanitizeRow } from './sanitize';
import type { Upstream, UpstreamReply } from './upstream';
import { buildUpstreamPath, joinAddress } from './upstreamPath';
import { checkClaims, identifyViewer, type TokenVerifier, type Viewer } from './viewer';

/** Calls to one institution's back end under way at once; files are on their way for minutes and are not counted. */
const mostUnderWay = 150;
const longestMs = 30_000;

/** Of the time of a request what is left for all that comes after an answer, such as rendering a page. */
const reservedMs = 300;

/** A call that got no answer: whose, of which back end. */
export interface FailedCall {
  tenant: string;
  backend: string;
  endpoint: string;
}

/** What calls are passed on with. */
export interface ProxyOptions<Context> {
  upstream: Upstream;
  /** Finds what counts a call against its caller, as the service does in whose place the back end answers. */
  limitOf: (endpoint: CompiledEndpoint) => CallerLimit<Context> | undefined;
  /** Finds what is answered here all the same. */
  hereOf?: (endpoint: CompiledEndpoint) => AnswerHere | undefined;
  context: Context;
  /** Says whose a token is, where members log in here; absent: nobody is known. */
  sessions?: TokenVerifier;
  clock?: () => number;
  /** Variables that headers name. */
  variables?: Variables;
  /** Keeps the last good replies; absent: none are kept. */
  copies?: Copies;
  /** Is told why a back end gave no answer (see `explainFailure`): its visitors learn only that it is away. */
  report?: (call: FailedCall, failure: unknown) => void;
}

const nobody: TokenVerifier = { viewer: () => Promise.resolve(undefined) };

/**
 * Returns the institutions' own back ends: declared calls alone go to the configured host, rebuilt from their declaration, within the time
 * of the request. More than can be answered in good time are refused at once, for each back end apart. Rich text in replies is sanitised
 * on the way, as no reply is trusted, and of a reply's headers none is passed on.
 */
export function createProxy<Context>(options: ProxyOptions<Context>): BackEnd {
  const { upstream, limitOf, hereOf, context, sessions = nobody, clock = Date.now, variables = {}, copies, report } = options;
  const cursors = createCursorStore();
  const underWay = new Map<string, number>();
  const count = (name: string, change: number): number => {
    const now = (underWay.get(name) ?? 0) + change;
    underWay.set(name, now);
    return now;
  };

  async function pass(portal: CompiledPortal, backend: Backend, found: Match, call: ApiCall): Promise<ApiResult> {
    const { endpoint, variables: inPath } = found;
    const viewer = await identify(portal, endpoint, call, sessions);
    const parameters = readParameters(endpoint, inPath, new URLSearchParams(/\?.*/s.exec(call.url)?.[0]), clock());
    const here = hereOf?.(endpoint)?.(portal);
    if (here) return { status: 200, body: buildSuccessBody(endpoint, { message: portal.texts['requestOk'], ...here }) };
    const body = readBody(endpoint, call);
    if (viewer) checkClaims(portal, endpoint, viewer, parameters, body ?? {});
    const path = isForeign(endpoint) ? undefined : buildUpstreamPath(found, parameters);
    const { address: caller } = call;
    if (caller !== undefined) await limitOf(endpoint)?.({ portal, endpoint, parameters, caller: { address: caller } }, context);
    const headers = buildBackendHeaders(portal, backend, call, variables);
    const send = ({ method, path: to, body: sent }: ForeignRequest): Promise<UpstreamReply> =>
      upstream.ask({
        method,
        address: joinAddress(backend.base, to),
        headers: sent === undefined ? headers : { ...headers, ...jsonBody },
        body: sent,
        timeoutMs: findTimeout(backend),
      });
    if (isForeign(endpoint)) {
      const { id, phone, name } = viewer ?? {};
      const known = viewer && { id: id ?? '', phone: phone ?? '', name: name ?? '' };
      const reply = await makeForeignCall({ endpoint, parameters, body, viewer: known, tenant: portal.tenant, send, cursors });
      return { status: 200, body: buildSuccessBody(endpoint, { message: portal.texts['requestOk'], ...reply }) };
    }
    const files = endpoint.multipart ? call.multipart : undefined;
    const { method } = endpoint;
    if (!files || path === undefined)
      return toResult(endpoint, await send({ method, path: path ?? '', body: body && JSON.stringify(body) }));
    const [address, all] = [joinAddress(backend.base, path), { ...headers, ...files.headers }];
    return toResult(
      endpoint,
      await upstream.ask({ method, address, headers: all, body: passFiles(files, portal, endpoint), timeoutMs: uploadTimeoutMs }),
    );
  }

  return {
    async answer(portal, call) {
      const found = findEndpoint(portal, call.method, call.url.replace(/\?.*/s, ''));
      const own = found && findOwnBackend(portal, found.endpoint);
      if (!own) return { status: 404, body: { status: 404, message: portal.texts['noSuchCall'] ?? '' } };
      const { endpoint } = found;
      const counted = endpoint.multipart && call.multipart ? 0 : 1;
      const name = `${portal.tenant} ${own.name}`;
      const copied = copies && isCopied(endpoint) ? { tenant: portal.tenant, endpoint, url: call.url } : undefined;
      let isCounted = false;
      try {
        const paused = copied && copies?.findPaused(copied);
        if (paused) return answerWithCopy(portal, endpoint, paused);
        isCounted = true;
        if (count(name, counted) > mostUnderWay) throw new RequestError('errorBusy');
        const result = await pass(portal, own.backend, found, call);
        // What a back end knows of a member by a token of its own is nobody else's.
        if (copied && result.status === 200 && call.headers?.['authorization'] === undefined && readReply(endpoint, result.body).ok)
          copies?.keep(copied, result.body);
        return result;
      } catch (error) {
        const known = toRequestError(error);
        if (!known) report?.({ tenant: portal.tenant, backend: own.name, endpoint: endpoint.name }, error);
        const told = known ?? new RequestError('backendAway');
        const copy = copied && told.status === 503 ? await copies?.find(copied).catch(() => undefined) : undefined;
        if (copy) return answerWithCopy(portal, endpoint, copy);
        return { status: told.http, body: buildFailureBody(endpoint, told.status, formatError(portal, told)) };
      } finally {
        if (isCounted) count(name, -counted);
      }
    },
  };
}

/** Returns an earlier reply, which says when it is from. */
function answerWithCopy(
  portal: CompiledPortal,
  { message }: CompiledEndpoint,
  { body, made }: { body: JsonObject; made: number },
): ApiResult {
  const told = structuredClone(body);
  if (message !== undefined) assign(message, told, writeCopyNote(portal, made));
  return { status: 200, body: told, copiedAt: made };
}

/** Who is asking is known here where members log in here, and there where they log in there. */
async function identify(
  portal: CompiledPortal,
  endpoint: CompiledEndpoint,
  call: ApiCall,
  sessions: TokenVerifier,
): Promise<Viewer | undefined> {
  if (!endpoint.viewer || isLoginElsewhere(portal)) return undefined;
  return identifyViewer(portal, endpoint, call.headers?.['authorization'], sessions);
}

const findTimeout = ({ timeout = longestMs }: Backend): number => {
  const remaining = getRemainingTime() ?? longestMs;
  return Math.max(1, Math.min(timeout, Math.ceil(remaining - Math.min(reservedMs, remaining / 5))));
};

const jsonBody = { 'content-type': 'application/json' };

/** @throws RequestError 400 for JSON that is no object */
function readBody({ method }: CompiledEndpoint, { body }: ApiCall): JsonObject | undefined {
  if (method === 'GET' || method === 'DELETE' || body === undefined) return undefined;
  if (!isObject(body)) throw new RequestError('invalidBody');
  return body;
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

/** @throws Error for a failure of the back end itself, and for a reply that is neither a picture that was asked for nor a JSON object */
function toResult(endpoint: CompiledEndpoint, { status, type, data }: UpstreamReply): ApiResult {
  const picture = endpoint.binary && status < 300 ? /^image\/(png|jpeg|gif|webp)\b/.exec(type)?.[0] : undefined;
  if (picture !== undefined) return { status, body: {}, bytes: { type: picture, data } };
  if (status >= 500) throw new Error(`the reply has the status ${status}`);
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
