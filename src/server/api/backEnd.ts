import { parseCookie } from 'cookie';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import { checkBody, type BodyCipher } from './body';
import { RequestError, formatError } from './errors';
import { readParameters } from './parameters';
import { type ApiResult, buildFailureBody, buildSuccessBody } from './reply';
import type { ApiCall, ApiRequest } from './request';
import type { Service } from './room';
import { findEndpoint, type Match } from './router';
import { checkClaims, identifyViewer, type TokenVerifier } from './viewer';

/** Answers the calls that a portal's definitions declare: the built-in back end, or an institution's own. */
export interface BackEnd {
  answer(portal: CompiledPortal, call: ApiCall): Promise<ApiResult>;
}

/** What the kernel itself needs of what it hands to services. */
export interface KernelContext {
  sessions: TokenVerifier;
  message: BodyCipher;
}

/**
 * Returns the built-in back end. A failure that visitors are told about becomes a body in the call's own envelope; anything
 * else is thrown.
 * @param serviceOf finds what answers an endpoint; undefined when nothing does
 */
export function createBackEnd<Context extends KernelContext>(
  serviceOf: (endpoint: CompiledEndpoint) => Service<Context> | undefined,
  context: Context,
  clock: () => number = Date.now,
): BackEnd {
  return {
    async answer(portal, call) {
      const [path = ''] = splitAt(call.url, '?');
      const found = findEndpoint(portal, call.method, path);
      if (!found) return { status: 404, body: { status: 404, message: formatError(portal, new RequestError('noSuchCall')) } };
      const { endpoint } = found;
      try {
        const request = await checkRequest(portal, found, call, context, clock());
        const service = serviceOf(endpoint);
        if (!service) throw new RequestError('noSuchCall');
        const { cookies, bytes, ...reply } = await service(request, context);
        return { status: 200, body: buildSuccessBody(endpoint, { message: portal.texts['requestOk'], ...reply }), cookies, bytes };
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        return { status: error.http, body: buildFailureBody(endpoint, error.status, formatError(portal, error), error.detail.errors) };
      }
    },
  };
}

/** Who is asking comes before what is asked, so that a stranger learns nothing of what a members' call expects. */
async function checkRequest(
  portal: CompiledPortal,
  { endpoint, variables }: Match,
  call: ApiCall,
  { sessions, message }: KernelContext,
  now: number,
): Promise<ApiRequest> {
  const arrived = call.arrived ?? performance.timeOrigin + performance.now();
  const viewer = await identifyViewer(portal, endpoint, call.headers?.['authorization'], sessions);
  const parameters = readParameters(endpoint, variables, new URLSearchParams(splitAt(call.url, '?')[1] ?? ''), now);
  const multipart = endpoint.multipart ? call.multipart : undefined;
  // Fields among files are checked by the service that reads them.
  const body = multipart ? {} : checkBody(portal, endpoint, call.body, message, now);
  checkClaims(portal, endpoint, viewer, parameters, body);
  return {
    portal,
    endpoint,
    parameters,
    body,
    multipart,
    now,
    viewer,
    caller: {
      address: call.address ?? '',
      cookies: parseCookie(call.headers?.['cookie'] ?? ''),
      secure: call.secure === true,
      arrived,
      key: readIdempotencyKey(call),
    },
  };
}

/** A key that is too long to be one, or empty, counts as none. */
function readIdempotencyKey({ headers }: ApiCall): string | undefined {
  const key = headers?.['idempotency-key']?.trim();
  return key === undefined || key === '' || key.length > 100 ? undefined : key;
}

function splitAt(text: string, mark: string): string[] {
  const index = text.indexOf(mark);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
