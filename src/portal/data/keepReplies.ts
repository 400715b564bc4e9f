import { unstable_serialize as serialize, type useSWRConfig } from 'swr';
import type { ClientEndpoint } from '../../model/compiled';
import type { Reply } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { addOwner, buildCallKey } from './keys';
import { readOwner } from './session';
import type { Calls } from './useCalls';

/** Milliseconds that a reply is good for all who ask for the same. */
const freshness = 30_000;

/** A call that answers rows or an item reads; any other may change what was read, as one that sends a message. */
const isReading = ({ method, rows, item }: ClientEndpoint): boolean => method === 'GET' && (rows !== undefined || item !== undefined);

/**
 * Returns the ways to the back end of which `read` uses replies again: for what makes many calls at once, such as the data of a page, whose
 * choices and labels are the same from state to state. SWR keeps them, under the keys of hooks that read the same. They are used for 30
 * seconds, those of calls under way too, until a call is made that changes something. Failures are not kept.
 */
export function keepReplies(ask: Call, { cache, mutate }: Pick<ReturnType<typeof useSWRConfig>, 'cache' | 'mutate'>): Calls {
  const underWay = new Map<string, Promise<Reply>>();
  // Not in the replies: SWR compares them to know whether something is new.
  let asked = new WeakMap<Reply, number>();
  const forget = (): void => {
    underWay.clear();
    asked = new WeakMap();
  };
  const call: Call = (endpoint, ...rest) => {
    if (isReading(endpoint)) return ask(endpoint, ...rest);
    forget();
    return ask(endpoint, ...rest).finally(forget);
  };
  const read: Call = async (endpoint, values, options) => {
    if (!isReading(endpoint)) return call(endpoint, values, options);
    const [times, now, owner] = [asked, Date.now(), readOwner()];
    // Whoever fetches pages writes into rows what belongs to them.
    const copy = (reply: Reply, at: number): Reply => {
      const copied = structuredClone(reply);
      times.set(copied, at);
      return copied;
    };
    const key = serialize(addOwner(buildCallKey(endpoint, values), owner));
    const known = cache.get(key)?.data as Reply | undefined;
    const then = (known && times.get(known)) ?? 0;
    if (known && then + freshness > now) return copy(known, then);
    const reply = underWay.get(key) ?? ask(endpoint, values, options);
    underWay.set(key, reply);
    const found = await reply;
    if (underWay.get(key) === reply) underWay.delete(key);
    times.set(found, now);
    // A portal that is gone by then keeps nothing.
    if (found.ok && owner === readOwner()) mutate(key, found, { revalidate: false }).catch(() => undefined);
    return copy(found, now);
  };
  return { call, read };
}
