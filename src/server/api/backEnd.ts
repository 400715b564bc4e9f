import type { CompiledPortal } from '../../model/compiled';
import type { Json, JsonObject } from '../../model/json';
import type { AccountKit } from '../security/accountServices';
import { readCookies } from './cookies';
import { checkClaims, viewerOf } from './viewer';
import { RequestError } from './errors';
import type { SiteContext } from '../rooms/site/services';
import type { MultipartBody } from './multipart';
import { answerFromItems, type ApiRequest } from '../items/answerFromItems';
import { checkBody } from './body';
import { failureBody, successBody, type Answer } from './envelope';
import { readParameters } from './parameters';
import { findEndpoint, type Match } from './router';
import { messageOf } from './message';
import { serviceOf } from '../rooms';
import { createItem } from '../rooms/submissions/create';
import { answerOwn } from '../rooms/submissions/own';

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
}

/** What a call is answered with. */
export interface ApiResult {
  status: number;
  body: JsonObject;
  /** Set-Cookie headers. */
  cookies?: string[];
  /** What is sent instead of the body; with a name it is a file to be saved. */
  bytes?: { type: string; data: Buffer; name?: string };
}

/** The built-in back end: answers the calls that a portal's definitions declare. */
export interface BackEnd {
  answer(portal: CompiledPortal, call: ApiCall): Promise<ApiResult>;
}

/** What services need besides the request. */
export interface BackEndContext extends SiteContext {
  accounts: AccountKit;
}

/**
 * The back end over a database. A failure that visitors are told about becomes a body in the call's own envelope; anything
 * else is thrown.
 */
export function createBackEnd(context: BackEndContext, clock: () => number = Date.now): BackEnd {
  return {
    async answer(portal, call) {
      const [path = ''] = splitAt(call.url, '?');
      const found = findEndpoint(portal, call.method, path);
      if (!found) return { status: 404, body: { status: 404, message: messageOf(portal, new RequestError(404, 'noSuchCall')) } };
      const { endpoint } = found;
      try {
        const { cookies, bytes, ...answer } = await answerBy(await requestOf(portal, found, call, context, clock()), context);
        return { status: 200, body: successBody(endpoint, { message: portal.texts['requestOk'], ...answer }), cookies, bytes };
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        return { status: error.http, body: failureBody(endpoint, error.status, messageOf(portal, error), error.detail.errors) };
      }
    },
  };
}

/** Who is asking comes before what is asked, so that a stranger learns nothing of what a members' call expects. */
async function requestOf(
  portal: CompiledPortal,
  { endpoint, variables }: Match,
  call: ApiCall,
  { accounts }: BackEndContext,
  now: number,
): Promise<ApiRequest> {
  const arrived = call.arrived ?? performance.timeOrigin + performance.now();
  const viewer = await viewerOf(portal, endpoint, call.headers?.['authorization'], accounts.sessions);
  const parameters = readParameters(endpoint, variables, new URLSearchParams(splitAt(call.url, '?')[1] ?? ''), now);
  const multipart = endpoint.multipart ? call.multipart : undefined;
  // Fields among files are checked by the service that reads them.
  const body = multipart ? {} : checkBody(portal, endpoint, call.body, accounts.message);
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
      cookies: readCookies(call.headers?.['cookie']),
      secure: call.secure === true,
      arrived,
      key: submissionKey(call),
    },
  };
}

/** A key that is too long to be one, or empty, counts as none. */
function submissionKey({ headers }: ApiCall): string | undefined {
  const key = headers?.['idempotency-key']?.trim();
  return key === undefined || key === '' || key.length > 100 ? undefined : key;
}

async function answerBy(request: ApiRequest, context: BackEndContext): Promise<Answer> {
  const { service, creates, own } = request.endpoint;
  if (creates) return createItem(request, context.accounts);
  if (own !== undefined) return answerOwn(context.accounts.db, request);
  if (service === undefined) return answerFromItems(context.accounts.db, request);
  const answer = serviceOf(service);
  if (!answer) throw new RequestError(404, 'noSuchCall');
  return answer(request, context);
}

function splitAt(text: string, mark: string): string[] {
  const index = text.indexOf(mark);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
