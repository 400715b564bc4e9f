import { useEffect, useRef } from 'react';
import { useSWRConfig, type Arguments, type Key, type Middleware } from 'swr';
import { addOwner, isDataKey, isOwnedBy } from './keys';
import { useHydrated } from './hydration';
import { identify, useSession } from './session';

/**
 * An SWR middleware: whatever is asked for besides pages is kept for who is signed in. Nothing is asked for before scripts know who that
 * is.
 */
export const keepForSession: Middleware = (useSWRNext) =>
  function useSWROfSession(key, fetcher, config) {
    const owner = identify(useSession());
    const live = useHydrated();
    const own = (plain: Arguments): Arguments => (!isDataKey(plain) ? plain : live ? addOwner(plain, owner) : null);
    return useSWRNext(isLoader(key) ? (...page) => own(key(...page)) : own(key), fetcher, config);
  };

/** A list that grows has a function for the keys of its pages, which is given the number of the page. */
const isLoader = (key: Key): key is (...page: never[]) => Arguments => typeof key === 'function';

/** Takes a member's data from the cache when the session ends or becomes another's; what is still under way is dropped when it comes. */
export function useForgetting(): void {
  const { cache, mutate } = useSWRConfig();
  const owner = identify(useSession());
  const before = useRef(owner);
  // Not when it is unmounted: the cache goes with it.
  useEffect(() => {
    const past = before.current;
    before.current = owner;
    if (past === '' || past === owner) return;
    for (const key of [...cache.keys()].filter((each) => isOwnedBy(each, past)))
      void mutate(key, undefined, { revalidate: false }).then(() => cache.delete(key));
  }, [cache, mutate, owner]);
}
