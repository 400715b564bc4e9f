import type { Queryable } from '../../database/connection';
import type { CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/payload';
import { counterServices } from '../counters/services';
import { RequestError } from '../errors';
import { siteServices, type SiteContext } from '../site/services';
import { answerFromItems, type ApiRequest } from './answer';
import { checkBody } from './body';
import { failureBody, successBody, type Answer } from './envelope';
import { readParameters } from './parameters';
import { findEndpoint } from './router';
import { messageOf } from './message';

/** A request to the API as it arrived, whoever made it: a browser, or the server itself while it renders a page. */
export interface ApiCall {
  method: string;
  /** Path and query. */
  url: string;
  body?: JsonObject;
  /** Headers that say who is asking. */
  headers?: Readonly<Record<string, string>>;
}

/** What a call is answered with. */
export interface ApiResult { status: number; body: JsonObject }

/** The built-in back end: answers the calls that a portal's definitions declare. */
export interface BackEnd { answer(portal: CompiledPortal, call: ApiCall): Promise<ApiResult> }

/**
 * The back end over a database. A failure that visitors are told about becomes a body in the call's own envelope; anything
 * else is thrown.
 */
export function createBackEnd(db: Queryable, context: SiteContext, clock: () => number = Date.now): BackEnd {
  return {
    async answer(portal, call) {
      const [path = '', search = ''] = splitAt(call.url, '?');
      const found = findEndpoint(portal, call.method, path);
      if (!found) return { status: 404, body: { status: 404, message: messageOf(portal, new RequestError(404, 'noSuchCall')) } };
      const { endpoint, variables } = found;
      try {
        const now = clock();
        const request: ApiRequest = { portal, endpoint, parameters: readParameters(endpoint, variables, new URLSearchParams(search), now), body: checkBody(endpoint, call.body), now };
        return { status: 200, body: successBody(endpoint, { message: portal.texts['requestOk'], ...(await answerBy(request, db, context)) }) };
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        return { status: error.status, body: failureBody(endpoint, error.status, messageOf(portal, error)) };
      }
    },
  };
}

async function answerBy(request: ApiRequest, db: Queryable, context: SiteContext): Promise<Answer> {
  const { service } = request.endpoint;
  if (service === undefined) return answerFromItems(db, request);
  const site = siteServices[service];
  if (site) return site(request, context);
  const counters = counterServices[service];
  if (counters) return counters(request, db);
  throw new RequestError(404, 'noSuchCall');
}

function splitAt(text: string, mark: string): string[] {
  const index = text.indexOf(mark);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
