import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import useSWR from 'swr';
import type { PagePayload, ShellPayload } from '../../model/payload';
import { readListState, readLoadStates } from '../../runtime/listState';
import type { Call } from '../../runtime/pageData';
import { fetchPage } from './api';
import { isState, buildPageSource, listStateNames } from './roots';

/** A page and where it stands. */
export interface CurrentPage {
  page: PagePayload;
  busy: boolean;
  retry: () => void;
}

interface Shown {
  path: string;
  search: string;
  page: PagePayload;
}

/**
 * The page at the current address. Another state of its lists or its map is fetched by the browser itself while the old rows stay;
 * any other address is asked of the server.
 * @param prepare fetches what shows a page; settles with whether all of it could be had
 */
export function useCurrentPage(
  shell: ShellPayload,
  first: PagePayload,
  prepare: (page: PagePayload) => Promise<boolean>,
  call: Call,
): CurrentPage {
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState<Shown>({ path: pathname, search, page: first });
  const key = pathname + search;
  const fetcher = useCallback(async (): Promise<PagePayload> => {
    const { path, search: old, page } = shown;
    if (path === pathname && isState(page.definition, old, search))
      return nextState(shell, page, search, call).catch(() => (navigator.onLine ? leave(pathname + search) : offline(shell, page, search)));
    const next = await fetchPage(pathname + search);
    return (await prepare(next)) ? next : leave(pathname + search);
  }, [pathname, search, shown, shell, prepare, call]);
  const { data, isValidating, mutate } = useSWR(key, fetcher);
  const retry = useCallback(() => {
    void mutate();
  }, [mutate]);
  // Not SWR's own keeping of previous data: it would show those, too, when the visitor comes back to the first address.
  const page = data ?? shown.page;
  if (isValidating) return { page: awaited(shown, pathname, search), busy: true, retry };
  // Not in an effect: the next address may be asked for before it ran.
  if (shown.path !== pathname || shown.search !== search || shown.page !== page) setShown({ path: pathname, search, page });
  return { page, busy: false, retry };
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
  const { loadPage } = await import('../../runtime/pageData');
  const now = Date.now();
  const query = nextQuery(page, search);
  return { ...page, query, now, data: await loadPage(buildPageSource(shell, page, query, now), call) };
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
