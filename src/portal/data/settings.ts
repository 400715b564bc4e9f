import type { SWRConfiguration } from 'swr';
import type { PagePayload } from '../../model/payload';
import { keepForSession } from './sessionKeys';

/**
 * Returns how SWR works in the portal; hooks differ where they say so.
 * @param fallback the page that the server wrote, by its address
 */
export const createSettings = (fallback: Readonly<Record<string, PagePayload>>): SWRConfiguration => ({
  // No previous data is kept: it would be taken before the fallback, and the first page could not be come back to.
  provider: () => new Map(),
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
