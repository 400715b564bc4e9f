import type { Page } from '../../model/definitions.g';
import type { PagePayload, ShellPayload } from '../../model/payload';
import { collectListNames } from '../../runtime/listState';
import { type Scope, createSiteRoots, createViewerRoot } from '../../runtime/roots';
import type { PageSource } from '../../runtime/pageData';
import { findMapSections } from '../../runtime/sections';
import type { Session } from './session';

/** Returns the root viewer: whether there is a member, and who. Only scripts fill it in, for pages are shared by all who ask for them. */
export const buildViewer = ({ signedIn, ...member }: Session): Scope => createViewerRoot(signedIn ? member : undefined);

/** Returns what it takes to fetch a page's data again in the browser. */
export function buildPageSource(shell: ShellPayload, page: PagePayload, query: Record<string, string>, now: number): PageSource {
  return { page: page.definition, endpoints: page.endpoints, codelists: page.codelists, query, roots: createSiteRoots(shell, now), now };
}

/** Returns the address of a page as it was rendered: its path and the query that it declares. */
export function buildPageAddress(page: Pick<PagePayload, 'path' | 'query'>): string {
  const search = new URLSearchParams(page.query).toString();
  return search === '' ? page.path : `${page.path}?${search}`;
}

/**
 * Returns the names that the state of a page has in its address: of its lists their pages, filters and the like, of a page with a
 * map all that it declares. Other pages have none.
 */
export function listStateNames(page: Page): Set<string> {
  if (page.kind === 'composed' && findMapSections(page).length > 0) return new Set(['page', 'id', ...Object.keys(page.query ?? {})]);
  const names = collectListNames(page);
  // Another layout has components and styles of its own, which come with a page.
  names.delete('view');
  return names;
}

/**
 * Returns whether two addresses of a page differ in its state alone; pages without state have no such addresses.
 * @param before and `after` its queries, with or without the question mark
 */
export function isState(page: Page, before: string, after: string): boolean {
  const names = listStateNames(page);
  if (names.size === 0) return false;
  const base = (search: string): string =>
    [...new URLSearchParams(search)]
      .filter(([name]) => !names.has(name))
      .map((pair) => pair.join('='))
      .sort()
      .join('&');
  return base(before) === base(after);
}

/** Returns whether a part of a definition refers to who is asking. */
export function refersToViewer(part: unknown): boolean {
  if (typeof part === 'string') return part.startsWith('/viewer/');
  return part !== null && typeof part === 'object' && Object.values(part).some(refersToViewer);
}
