import { parseCookie } from 'cookie';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Json, JsonObject } from '../../model/json';
import type { Sources } from '../config/sharedReply';
import type { Admission } from './admission';
import { type BodyCipher, checkBody } from './body';
import { refuseForeignForms } from './crossSite';
import { formatError, RequestError, toRequestError } from './errors';
import type { MultipartBody } from './multipart';
import { readParameters } from './parameters';
import { readQueriedCall } from './queried';
import { buildFailureBody, buildSuccessBody } from './reply';
import type { ApiRequest, PreviewedItem, Service, ServiceReply, Walk } from './room';
import { findEndpoint, type Match, namesNothing } from './router';
import { checkClaims, identifyStaff, identifyViewer, type StaffVerifier, type TokenVerifier } from './viewer';

/** A request to the API as it arrived, whoever made it: a browser, or the server itself while it renders a page. */
export interface ApiCall {
  method: string;
  /** Path and query. */
  url: string;
  body?: Json;
  /** A body with files, instead of `body`. */
  multipart?: MultipartBody;
  /** Headers that say who is asking: `authorization`, `cookie`; and `idempotency-key`. */
  headers?: Readonly<Record<string, string>>;
  /** The caller's network address, for limits. */
  address?: string;
  /** Whether the visitor's connection is encrypted. */
  secure?: boolean;
  /** When it arrived, in milliseconds with fractions. */
  arrived?: number;
  /** Said by the server itself alone: how a list is read whole, and whether it shows who somebody is. */
  walk?: Walk;
  reveal?: boolean;
  /** What an item counts as, of calls that the server makes itself. */
  preview?: PreviewedItem;
}

/** What a call is answered with. */
export interface ApiResult extends Pick<ServiceReply, 'cookies' | 'bytes' | 'next'> {
  status: number;
  /** Not sent where there are bytes. */
  body: JsonObject;
  /** In how many seconds to ask again, where that is known. */
  retryAfter?: number;
  /** Of a reply that is a copy of an earlier one, because the back end is away: when that was, in milliseconds since 1970. */
  copiedAt?: number;
  /** What a reply was made of that is the same for everybody; absent: it may depend on who asks, or on what nobody is told of. */
  sources?: Sources;
}

/** Answers the calls that a portal's definitions declare: the built-in back end, or an institution's own. */
export interface BackEnd {
  answer(portal: CompiledPortal, call: ApiCall): Promise<ApiResult>;
}

/** What the kernel itself needs of what it hands to services. */
interface KernelContext {
  sessions: TokenVerifier;
  staff: StaffVerifier;
  message: BodyCipher;
}

/**
 * Returns the built-in back end. A failure that visitors are told about becomes a body in the call's own envelope; anything else is thrown.
 * @param serviceOf finds what answers an endpoint; undefined when nothing does
 * @param admission lets calls in; absent: all of them at once
 * @param sourcesOf finds what a reply was made of; absent: nobody wants to know
 */
export function createBackEnd<Context extends KernelContext>(
  serviceOf: (endpoint: CompiledEndpoint) => Service<Context> | undefined,
  context: Context,
  clock: () => number = Date.now,
  admission?: Admission,
  sourcesOf?: (request: ApiRequest) => Sources | undefined,
): BackEnd {
  return {
    async answer(portal, asked) {
      const path = asked.url.replace(/\?.*/s, '');
      const direct = findEndpoint(portal, asked.method, path);
      const matched = direct ? { found: direct, call: asked } : readQueriedCall(portal, asked);
      if (!matched) {
        const lacking = new RequestError(namesNothing(portal, asked.method, path) ? 'noSuchItem' : 'noSuchCall');
        return { status: 404, body: { status: 404, message: formatError(portal, lacking) } };
      }
      const { found, call } = matched;
      const { endpoint } = found;
      let leave: (() => void) | undefined;
      try {
        const admitted = await admission?.enter(endpoint);
        leave = admitted?.leave;
        const checked = await checkRequest(portal, found, call, context, clock());
        const request = { ...checked, standAside: admitted?.standAside };
        const service = serviceOf(endpoint);
        if (!service) throw new RequestError('noSuchCall');
        const { cookies, bytes, next, ...reply } = await service(request, context);
        const body = buildSuccessBody(endpoint, { message: portal.texts['requestOk'], ...reply });
        return { status: 200, body, cookies, bytes, next, sources: sourcesOf?.(request) };
      } catch (error) {
        const told = toRequestError(error);
        if (!told) throw error;
        const { errors, line, cookies } = told.detail;
        const body = buildFailureBody(endpoint, told.status, formatError(portal, told), errors);
        if (!line) return { status: told.http, body };
        return { status: told.http, body: { ...body, line: { ...line } }, cookies, retryAfter: line.again };
      } finally {
        leave?.();
      }
    },
  };
}

/** Who is asking comes before what is asked, so that a stranger learns nothing of what a members' call expects. */
async function checkRequest(
  portal: CompiledPortal,
  { endpoint, variables }: Match,
  call: ApiCall,
  { sessions, staff, message }: KernelContext,
  now: number,
): Promise<ApiRequest> {
  const arrived = call.arrived ?? performance.timeOrigin + performance.now();
  const cookies = parseCookie(call.headers?.['cookie'] ?? '');
  if (portal.desk) refuseForeignForms(call);
  const viewer = portal.desk
    ? await identifyStaff(portal, endpoint, cookies, staff)
    : await identifyViewer(portal, endpoint, call.headers?.['authorization'], sessions);
  const parameters = readParameters(endpoint, variables, new URLSearchParams(/\?.*/s.exec(call.url)?.[0]), now);
  const multipart = endpoint.multipart ? call.multipart : undefined;
  // Fields among files are checked by the service that reads them.
  const body = multipart ? {} : checkBody(portal, endpoint, call.body, message, now, viewer);
  checkClaims(portal, endpoint, viewer, parameters, body);
  const key = readIdempotencyKey(call);
  const caller = { address: call.address ?? '', cookies, secure: call.secure === true, arrived, key };
  const { walk, reveal, preview } = call;
  return { portal, endpoint, parameters, body, multipart, now, viewer, caller, walk, reveal, preview };
}

/** A key that is too long to be one, or empty, counts as none. */
function readIdempotencyKey({ headers }: ApiCall): string | undefined {
  const key = headers?.['idempotency-key']?.trim();
  return key === undefined || key === '' || key.length > 100 ? undefined : key;
}
