import { useCallback, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import useSWR from 'swr';
import type { ListPage } from '../model/definitions.g';
import type { PagePayload, ShellPayload } from '../model/payload';
import { readListState } from '../runtime/listState';
import { loadPage, type Call } from '../runtime/pageData';
import { fetchPage } from './api';
import { settleKinds, type Kinds } from './kinds';
import { sourceOf, stateNames } from './roots';

/** A page and where it stands. */
export interface PageState { page: PagePayload; busy: boolean; retry: () => void }

interface Shown { path: string; search: string; page: PagePayload }

/**
 * The page at the current address. Another state of the same list is fetched by the browser itself while the old rows stay;
 * any other address is asked of the server.
 */
export function usePage(shell: ShellPayload, first: PagePayload, kinds: Kinds, call: Call): PageState {
  const { pathname, search } = useLocation();
  const shown = useRef<Shown>({ path: pathname, search, page: first });
  const key = pathname + search;
  const fetcher = useCallback(async (): Promise<PagePayload> => {
    const { path, search: old, page } = shown.current;
    if (path === pathname && page.page.kind === 'list' && sameBase(page.page, old, search)) return nextState(shell, page, search, call);
    const next = await fetchPage(pathname + search);
    return (await settled(kinds, next)) ? next : leave(pathname + search);
  }, [pathname, search, shell, kinds, call]);
  const { data, isValidating, mutate } = useSWR(key, fetcher);
  const retry = useCallback(() => { void mutate(); }, [mutate]);
  // Not SWR's own keeping of previous data: it would show those, too, when the visitor comes back to the first address.
  const page = data ?? shown.current.page;
  if (isValidating) return { page: awaited(shown.current, pathname, search), busy: true, retry };
  shown.current = { path: pathname, search, page };
  return { page, busy: false, retry };
}

/** Whether the components of a page could be had; they cannot when a new version of the site has replaced their files. */
const settled = (kinds: Kinds, next: PagePayload): Promise<boolean> => settleKinds(kinds, next.page).then(() => true, () => false);

function leave(url: string): Promise<PagePayload> {
  window.location.assign(url);
  return new Promise(() => {});
}

/** The page as long as its next state is on its way: the choices are the new ones already, the rows still the old. */
function awaited({ path, page, search: old }: Shown, pathname: string, search: string): PagePayload {
  if (path !== pathname || page.page.kind !== 'list' || !sameBase(page.page, old, search)) return page;
  const query = nextQuery(page.page, page, search);
  return { ...page, query, data: { ...page.data, failures: [], state: readListState(page.page, query) } };
}

async function nextState(shell: ShellPayload, page: PagePayload, search: string, call: Call): Promise<PagePayload> {
  if (page.page.kind !== 'list') return page;
  const now = Date.now();
  const query = nextQuery(page.page, page, search);
  return { ...page, query, now, data: await loadPage(sourceOf(shell, page, query, now), call) };
}

/** What the page was opened with, and the state that the address has now. */
function nextQuery(list: ListPage, page: PagePayload, search: string): Record<string, string> {
  const names = stateNames(list);
  const base = Object.entries(page.query).filter(([name]) => !names.has(name));
  return Object.fromEntries([...base, ...[...new URLSearchParams(search)].filter(([name]) => names.has(name))]);
}

/** Whether two addresses of a list differ in its state alone. */
function sameBase(list: ListPage, before: string, after: string): boolean {
  const names = stateNames(list);
  const base = (search: string): string => [...new URLSearchParams(search)].filter(([name]) => !names.has(name)).map((pair) => pair.join('=')).sort().join('&');
  return base(before) === base(after);
}
