import type { CompiledPortal } from '../../model/compiled';
import type { Reply } from '../../model/payload';
import { buildRequest } from '../../runtime/buildRequest';
import type { Call } from '../../runtime/pageData';
import { readReply } from '../../runtime/reply';
import type { BackEnd } from '../api/backEnd';
import { tracePart } from '../config/tracing';
import type { PreviewedItem } from '../api/room';

/**
 * Calls of the back end on the server while a page is rendered: the same requests that a browser makes, without the network. Equal reading
 * calls of one page are made once. A call that fails by accident is a reply that is not ok; the accident is reported.
 * @param onCopy is told when a reply is from that is a copy of an earlier one
 * @param address the network address of who asks for the page, for limits
 * @param headers what says who asks, where a page is made for one person alone
 * @param preview what an item counts as for this page alone
 */
export function createServerCall(
  portal: CompiledPortal,
  backEnd: BackEnd,
  report: (error: unknown) => void,
  onCopy?: (made: number) => void,
  address?: string,
  headers?: Readonly<Record<string, string>>,
  preview?: PreviewedItem,
): Call {
  const made = new Map<string, ReturnType<Call>>();
  return (endpoint, values) => {
    const { method, url, body } = buildRequest(endpoint, values);
    const key = `${method} ${url}`;
    const known = method === 'GET' ? made.get(key) : undefined;
    if (known) return known;
    const asked = {
      method,
      url,
      body,
      ...(address === undefined ? {} : { address }),
      ...(headers ? { headers } : {}),
      ...(preview ? { preview } : {}),
    };
    const reply = tracePart(`call ${endpoint.name}`, () => backEnd.answer(portal, asked)).then(
      ({ body: answer, status, copiedAt }) => {
        if (copiedAt !== undefined) onCopy?.(copiedAt);
        return readReply(endpoint, answer, status);
      },
      (error: unknown) => {
        report(error);
        return { ok: false, rows: [], total: 0, status: 500, message: portal.texts['errorBusy'] };
      },
    );
    if (method === 'GET') made.set(key, reply);
    return reply;
  };
}

/** A way to make calls, and what of their replies is lacking so far. */
export interface WatchedCall {
  call: Call;
  /** Returns whether calls were not answered, or by a failure of who answers them; `everything` where none was answered better. */
  findLack(): 'nothing' | 'something' | 'everything';
}

/** Returns a way to make calls that remembers which of them got no answer. */
export function watchCalls(call: Call): WatchedCall {
  let [made, failed] = [0, 0];
  return {
    call: (...asked) =>
      call(...asked).then((reply) => {
        made += 1;
        if (isFailure(reply)) failed += 1;
        return reply;
      }),
    findLack: () => (failed === 0 ? 'nothing' : failed === made ? 'everything' : 'something'),
  };
}

/** Statuses of five digits are the documents' own and mean that a session is over. */
const isFailure = ({ ok, status = 500 }: Reply): boolean => !ok && status >= 500 && status < 600;
