import { useCallback, useEffect, useRef, useState } from 'react';
import { parsePath, useLocation } from 'react-router-dom';
import useSWR from 'swr';
import type { PagePayload, ShellPayload } from '../../model/payload';
import { readListState, readLoadStates } from '../../runtime/listState';
import { localizeAddress } from '../../runtime/locale';
import type { Call } from '../../runtime/pageData';
import { loadApi, loadKeepReplies, loadPageData } from './laterParts';
import { loadStyles } from './loadStyles';
import { isState, buildPageSource, listStateNames } from './roots';
import { useMissedMove } from './opened';
import { useFetchAhead } from './useFetchAhead';
import { useLatest } from './useLatest';
import { longestWait } from './useMoment';
import { buildRevalidation } from './useReply';

/** Milliseconds that a page stays as it is while its next state is fetched: a reply that is there by then is shown at once, and nothing else before. */
const patience = 50;

/** For how many milliseconds the choices and labels of a page count, which its institution has set: a change of state does not ask for them again. */
const settledFor = 600_000;

/** For how many milliseconds the state that was fetched ahead is the one that is gone to: a press begins it, and leads there when it is let go. */
const pressLasts = 1_000;

/** A page and where it stands. */
export interface CurrentPage {
  page: PagePayload;
  busy: boolean;
  retry: () => void;
}

/** The next state of a page while it is fetched ahead. */
interface Ahead {
  page: PagePayload;
  search: string;
  begun: number;
  /** Undefined when it could not be made. */
  next: Promise<PagePayload | undefined>;
}

interface Shown {
  path: string;
  search: string;
  page: PagePayload;
}

/**
 * The page at the current address. Another state of its lists or its map is fetched by the browser itself while the old rows stay;
 * any other address is asked of the server. A page whose calls are to be revalidated is fetched anew in silence when the visitor comes back
 * to it, and stays as it is when that fails.
 * @param first the page that the document was made of, and the path and search that it was asked by
 * @param prepare fetches what shows a page; settles with whether all of it could be had
 */
export function useCurrentPage(
  shell: ShellPayload,
  first: { page: PagePayload; address: string },
  prepare: (page: PagePayload) => Promise<boolean>,
  call: Call,
): CurrentPage {
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState<Shown>(() => {
    const { pathname: path = '/', search: opened = '' } = parsePath(first.address);
    return { path, search: opened, page: first.page };
  });
  const [retried, setRetried] = useState<string>();
  const key = pathname + search;
  useMissedMove(key, shell.prefix);
  const ahead = useRef<Ahead>();
  const load = useCallback(async (): Promise<PagePayload> => {
    const { path, search: old, page } = shown;
    if (path === pathname && isState(page.definition, old, search)) {
      const last = ahead.current;
      ahead.current = undefined;
      const found = isAhead(last, page, search) ? await last.next : undefined;
      return found?.data.failures.length === 0 ? found : nextState(shell, page, search, call);
    }
    const fetched = Promise.resolve(loadApi()).then(({ fetchPage }) => fetchPage(pathname + search, shell.prefix));
    const [next] = await Promise.all([fetched, loadStyles()]);
    if (next.staff !== shell.staff?.login) throw new Error('the frame around the page is that of somebody else');
    if (!(await prepare(next))) throw new Error('a part of the page cannot be had');
    return next;
  }, [pathname, search, shown, shell, prepare, call]);
  /** Without the page the browser opens its address itself: that shows what is wrong better than this page could. */
  const loadOrLeave = useCallback(
    (): Promise<PagePayload> =>
      load().catch(() => {
        const { path, search: old, page } = shown;
        const state = path === pathname && isState(page.definition, old, search);
        return state && !navigator.onLine ? offline(shell, page, search) : leave(localizeAddress(pathname + search, shell.prefix));
      }),
    [load, shown, pathname, search, shell],
  );
  const here = useLatest(key);
  // The replies are kept for the moment when the link is followed, and what was made of them for that of a press.
  const fetchAhead = useCallback(
    (path: string, next: string): void => {
      const { page, search: old } = shown;
      if (path !== shown.path || next === old || !isState(page.definition, old, next)) return;
      // A pointer rests on a link, presses it, and moves the focus to it; on a slow telephone it is followed by then.
      if (path + next === here.current || isAhead(ahead.current, page, next)) return;
      ahead.current = { page, search: next, begun: Date.now(), next: nextState(shell, page, next, call).catch(() => undefined) };
    },
    [shown, shell, call, here],
  );
  useFetchAhead(fetchAhead, shell.prefix);
  const there = shown.path === pathname && shown.search === search;
  const { data, isValidating, mutate } = useSWR(key, there ? () => load().then(keepIfWhole) : loadOrLeave, {
    ...buildRevalidation(there && shown.page.revalidate),
    refreshInterval: there ? findWait(shown.page) : 0,
  });
  const again = useLatest(() => {
    setRetried(key);
    void mutate(loadOrLeave(), { revalidate: false }).finally(() => setRetried(undefined));
  });
  // One and the same from page to page: what offers it is not rendered again for it.
  const retry = useCallback(() => again.current(), [again]);
  // Not SWR's own keeping of previous data: it would show those, too, when the visitor comes back to the first address.
  const page = data ?? shown.page;
  const waits = isValidating && data === undefined;
  const late = useLate(waits, key);
  if (retried === key) return { page: awaited(shown, pathname, search), busy: true, retry };
  if (waits) {
    const inPlace = shown.path === pathname && isState(shown.page.definition, shown.search, search);
    return late || !inPlace ? { page: awaited(shown, pathname, search), busy: true, retry } : { page: shown.page, busy: false, retry };
  }
  // Not in an effect: the next address may be asked for before it ran.
  if (!there || shown.page !== page) setShown({ path: pathname, search, page });
  return { page, busy: false, retry };
}

/** Whether the state that an address leads to has just been fetched ahead, or is about to be. */
const isAhead = (last: Ahead | undefined, page: PagePayload, search: string): last is Ahead =>
  last?.page === page && last.search === search && last.begun + pressLasts > Date.now();

/** Returns whether something has been waited for long enough to say so. @param what tells it from what is waited for next */
function useLate(waits: boolean, what: string): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setLate(what), patience);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [waits, what]);
  return late === what;
}

/** Returns after how many milliseconds a page is fetched anew because it no longer shows what holds; 0: not at all. */
const findWait = ({ changesAt, now }: PagePayload): number =>
  changesAt === undefined ? 0 : Math.min(longestWait, Math.max(0, changesAt - now) + 1_000);

/** @throws when a part of it could not be had: what is shown stays */
function keepIfWhole(next: PagePayload): PagePayload {
  if (next.status === 503 || next.data.failures.length > 0) throw new Error('the page is not whole');
  return next;
}

function leave(url: string): Promise<PagePayload> {
  window.location.assign(url);
  return new Promise(() => {});
}

/** The page as long as its next state is on its way: the choices are the new ones already, the rows still the old. */
function awaited({ path, page, search: old }: Shown, pathname: string, search: string): PagePayload {
  if (path !== pathname || !isState(page.definition, old, search)) return page;
  const query = nextQuery(page, search);
  return {
    ...page,
    query,
    data: {
      ...page.data,
      failures: [],
      state: page.definition.kind === 'list' ? readListState(page.definition, query) : page.data.state,
      states: readLoadStates(page.definition, query),
    },
  };
}

/** What fetches data comes with the first change of state: a page to be read needs none of it. */
async function nextState(shell: ShellPayload, page: PagePayload, search: string, call: Call): Promise<PagePayload> {
  // Beside each other: each comes over the network the first time. Whoever uses one hears of its failure.
  void Promise.allSettled([loadKeepReplies(), loadApi()]);
  const { loadPage } = await loadPageData();
  const now = Date.now();
  const query = nextQuery(page, search);
  // Of what comes after that the server tells with the next page.
  const { changesAt, settledAt = page.now, ...others } = page;
  const ahead = changesAt !== undefined && changesAt > now ? { changesAt } : {};
  const isSettled = now - settledAt < settledFor;
  const before = isSettled ? { query: page.query, data: page.data, names: listStateNames(page.definition) } : undefined;
  const data = await loadPage(buildPageSource(shell, page, query, now), call, before);
  return { ...others, ...ahead, query, now, settledAt: isSettled ? settledAt : now, data };
}

/** The next state of a page for which nothing could be fetched, not even what fetches. */
function offline({ texts }: ShellPayload, page: PagePayload, search: string): PagePayload {
  const message = texts['errorOffline'] ?? '';
  return {
    ...page,
    query: nextQuery(page, search),
    data: { ...page.data, main: { ok: false, rows: [], total: 0, message, fault: 'network' }, failures: [message] },
  };
}

/** What the page was opened with, and the state that the address has now. */
function nextQuery(page: PagePayload, search: string): Record<string, string> {
  const names = listStateNames(page.definition);
  const base = Object.entries(page.query).filter(([name]) => !names.has(name));
  return Object.fromEntries([...base, ...[...new URLSearchParams(search)].filter(([name]) => names.has(name))]);
}
