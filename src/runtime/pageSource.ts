import type { ClientEndpoint } from '../model/compiled';
import type { PageData } from '../model/payload';
import type { PageSource } from './pageData';
import type { Scope } from './roots';

/** Whether a page makes calls for members, and so has data of its own for each of them. */
export function isPrivate({ page, endpoints }: Pick<PageSource, 'page' | 'endpoints'>): boolean {
  const sources = [
    ...(page.kind === 'list' || page.kind === 'detail' ? [page.source] : []),
    ...Object.values(page.loads ?? {}).map(({ source }) => source),
  ];
  return sources.some((source) => endpoints[source]?.viewer === true);
}

/** Everything that references of a page can reach. */
export function pageScope(source: Pick<PageSource, 'query' | 'roots'>, data: PageData): Scope {
  return {
    ...source.roots,
    ...data.loads,
    query: source.query,
    lookup: data.lookup,
    item: data.main?.item,
    total: data.main?.total,
    page: data.state.page,
  };
}

/** The endpoint that a built-in service answers, among those that a page may call. */
export function serviceEndpoint(source: Pick<PageSource, 'endpoints'>, service: string): ClientEndpoint | undefined {
  return Object.values(source.endpoints).find((endpoint) => endpoint.service === service);
}
