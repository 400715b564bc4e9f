import type { ListPage } from '../model/definitions.g';
import type { PagePayload, ShellPayload } from '../model/payload';
import type { PageSource } from '../runtime/pageData';
import type { Scope } from '../runtime/scope';
import type { Session } from './session';

/**
 * The roots that every reference of a page can reach besides its own data. The server loads a page with the same ones, so
 * that both sides show the same.
 * @param now milliseconds since 1970 that count as now
 */
export function rootsOf(shell: Pick<ShellPayload, 'site' | 'texts' | 'code' | 'fid'>, now: number): Scope {
  return { site: shell.site, texts: shell.texts, tenant: { code: shell.code, fid: shell.fid }, viewer: {}, now };
}

/** The root viewer: whether there is a member, and who. Only scripts fill it in, for pages are shared by all who ask for them. */
export function viewerOf({ signedIn, phone, id }: Pick<Session, 'signedIn' | 'phone' | 'id'>): Scope {
  return signedIn ? { signedIn, phone, id } : { signedIn };
}

/** What it takes to fetch a page's data again in the browser. */
export function sourceOf(shell: ShellPayload, page: PagePayload, query: Record<string, string>, now: number): PageSource {
  return { page: page.page, endpoints: page.endpoints, codelists: page.codelists, query, roots: rootsOf(shell, now), now };
}

/** The address of a page as it was rendered: its path and the query that it declares. */
export function pageAddress(page: Pick<PagePayload, 'path' | 'query'>): string {
  const search = new URLSearchParams(page.query).toString();
  return search === '' ? page.path : `${page.path}?${search}`;
}

/** The names that the state of a list has in its address. */
export function stateNames(list: ListPage): Set<string> {
  return new Set(['page', 'sort', 'tab', 'keyword', 'field', ...Object.keys(list.filters ?? {}).flatMap((name) => [name, `${name}From`, `${name}To`])]);
}
