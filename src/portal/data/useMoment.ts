import { useEffect, useState } from 'react';

/** Longest wait that timers of browsers keep to: one that is longer is over at once. */
export const longestWait = 86_400_000;

/**
 * The moment by the clock of the server that made the page, told anew when what is waited for comes: that of a visitor may be wrong.
 * @param now when the page was made, in milliseconds since 1970
 * @param findNext returns the next moment at which something changes
 */
export function useMoment(now: number, findNext: (moment: number) => number): number {
  const [passed, setPassed] = useState({ since: now, time: 0 });
  const moment = now + (passed.since === now ? passed.time : 0);
  const wait = Math.min(longestWait, findNext(moment) - moment);
  useEffect(() => {
    const begun = performance.now() - (moment - now);
    const timer = setTimeout(() => setPassed({ since: now, time: performance.now() - begun }), wait);
    return () => clearTimeout(timer);
  }, [now, moment, wait]);
  return moment;
}
