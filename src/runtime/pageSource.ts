import type { ClientEndpoint } from '../model/compiled';
import type { PageSource } from './pageData';

/** Returns whether a page makes calls for members, and so has data of its own for each of them. */
export function isPrivate({ page, endpoints }: Pick<PageSource, 'page' | 'endpoints'>): boolean {
  const sources = [
    ...(page.kind === 'list' || page.kind === 'detail' ? [page.source] : []),
    ...Object.values(page.loads ?? {}).map(({ source }) => source),
  ];
  return sources.some((source) => endpoints[source]?.viewer === true);
}

/** Returns the endpoint that a built-in service answers, among those that a page may call. */
export function findServiceEndpoint(source: Pick<PageSource, 'endpoints'>, service: string): ClientEndpoint | undefined {
  return Object.values(source.endpoints).find((endpoint) => endpoint.service === service);
}
