import type { Cache, SWRConfiguration } from 'swr';
import type { PagePayload } from '../../model/payload';
import { keepForSession } from './sessionKeys';

/**
 * What SWR keeps on a server: nothing. One and the same for all pages, for what SWR knows of a place to keep replies it knows for as long as V8
 * has not collected old garbage, and with it all of the page.
 */
const nothing: Cache = { get: () => undefined, set: () => undefined, delete: () => undefined, keys: () => [].values() };

/**
 * Returns how SWR works in the portal; hooks differ where they say so.
 * @param fallback the page that the server wrote, by its address
 */
export const createSettings = (fallback: Readonly<Record<string, PagePayload>>): SWRConfiguration => ({
  // No previous data is kept: it would be taken before the fallback, and the first page could not be come back to.
  provider: typeof window === 'undefined' ? () => nothing : () => new Map(),
  fallback,
  use: [keepForSession],
  // Only where a definition says so, see buildRevalidation.
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  // Back and forward show the page as it was.
  revalidateIfStale: false,
  // A call that fails is told, and tried again by who reads: the back end may be down because too many ask.
  shouldRetryOnError: false,
});
