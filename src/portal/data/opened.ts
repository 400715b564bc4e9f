import { useEffect, useState } from 'react';

/**
 * Returns the path and search, below the prefix of a language, by which this document was asked for. Who goes back while its program is still
 * on its way is at another address already.
 * @param prefix `/en`, or the empty text
 */
export function findOpenedAddress(prefix: string): string {
  const [opened] = performance.getEntriesByType('navigation');
  return findAddress(prefix, opened?.name.startsWith('http') ? new URL(opened.name) : window.location);
}

/** Returns the path and search, below the prefix of a language, that the visitor is at. */
export function findAddress(prefix: string, { pathname, search }: Pick<URL, 'pathname' | 'search'> = window.location): string {
  return (pathname.slice(prefix.length) || '/') + search;
}

/**
 * Tells the router of a move that the visitor made while the page was taken over: it hears of moves only once it is there as a whole.
 * @param address the path and search, below the prefix, that the router was at in this rendering
 */
export function useMissedMove(address: string, prefix: string): void {
  const [first] = useState(address);
  // Not in an effect of the layout: those of the router, which listens from then on, come after those of what is in it.
  useEffect(() => {
    if (findAddress(prefix) !== first) window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown }));
  }, [first, prefix]);
}
