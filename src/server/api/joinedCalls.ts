import type { CompiledPortal } from '../../model/compiled';
import { asObjects, isObject, type JsonObject } from '../../model/json';
import { keysMark, type JoinCall } from '../../runtime/joinCalls';
import { listKeys } from '../../runtime/joinRows';
import { readReply } from '../../runtime/reply';
import type { ApiCall, ApiResult } from './backEnd';
import { findEndpoint } from './router';

/** Calls that are made along with one, at most. */
const mostCalls = 4;
/** Signs of a header: proxies turn replies away whose headers are larger than a few kilobytes in all. */
const mostSigns = 2_400;

/**
 * Makes the calls that are asked along with a list, see `joinHeader`: as who asked for it, each as if it had come by itself.
 * @param call of the list
 * @param result what it was answered with
 * @param asked the header as it came
 * @param answer answers a call
 * @returns the header that tells what they answered; undefined where there is nothing to tell
 */
export async function answerJoinedCalls(
  portal: CompiledPortal,
  call: ApiCall,
  result: ApiResult,
  asked: string,
  answer: (call: ApiCall) => Promise<ApiResult>,
): Promise<string | undefined> {
  const endpoint = findEndpoint(portal, call.method, call.url.replace(/\?.*/s, ''))?.endpoint;
  if (call.method !== 'GET' || result.status !== 200 || result.copiedAt !== undefined || endpoint?.rows === undefined) return undefined;
  const { rows } = readReply(endpoint, result.body);
  const found = await Promise.all(
    readJoinCalls(asked).map(async ([name, { url, key }]): Promise<[string, JsonObject] | undefined> => {
      const keys = listKeys(rows, key);
      if (keys.length === 0) return undefined;
      const written = encodeURIComponent(keys.join(','));
      // What fails is told to who asks for it by itself.
      const joined = await answer({ ...call, url: url.replace(keysMark.written, () => written) }).catch(() => undefined);
      const isPlain = joined?.status === 200 && !joined.bytes && !joined.cookies && joined.copiedAt === undefined;
      return isPlain ? [name, joined.body] : undefined;
    }),
  );
  const told = Object.fromEntries(found.filter((each) => each !== undefined));
  const header = Object.keys(told).length === 0 ? '' : writeAscii(told);
  return header !== '' && header.length <= mostSigns ? header : undefined;
}

/** What is no list of calls counts as none. */
function readJoinCalls(asked: string): [string, JoinCall][] {
  const read = (): unknown => {
    try {
      return JSON.parse(decodeURIComponent(asked));
    } catch {
      return undefined;
    }
  };
  const calls = read();
  return !isObject(calls)
    ? []
    : Object.entries(calls)
        .slice(0, mostCalls)
        .flatMap(([name, call]): [string, JoinCall][] => {
          const [{ url, key } = {}] = asObjects([call]);
          return typeof url === 'string' && url.startsWith('/api/') && typeof key === 'string' ? [[name, { url, key }]] : [];
        });
}

/** JSON whose every sign a header can carry. */
const writeAscii = (value: JsonObject): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
