import { useEffect, useState } from 'react';
import { useLatest } from '../../data/useLatest';

/** Milliseconds between two tries to reach the server, and between two looks at what it has while all is well. */
const tryEvery = 3000;
const lookEvery = 120_000;

/**
 * Knows whether there is a connection, and does something at once, again and again while there is none or something waits, and now and then.
 * @param reach what is done; whether the server answered
 * @param waits whether something waits to be done
 */
export function useConnection(reach: () => Promise<boolean>, waits: boolean): { offline: boolean; lose: () => void } {
  const [offline, setOffline] = useState(() => !navigator.onLine);
  const latest = useLatest(reach);
  const often = offline || waits;
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running = false;
    const run = async (): Promise<void> => {
      if (running || over) return;
      clearTimeout(timer);
      if (navigator.onLine) {
        running = true;
        const isThere = await latest.current().catch(() => false);
        running = false;
        if (over) return;
        setOffline(!isThere);
      }
      timer = setTimeout(() => void run(), often ? tryEvery : lookEvery);
    };
    const begin = (): void => void run();
    const end = (): void => setOffline(true);
    timer = setTimeout(begin, often ? tryEvery / 2 : 0);
    window.addEventListener('online', begin);
    window.addEventListener('offline', end);
    return () => {
      over = true;
      clearTimeout(timer);
      window.removeEventListener('online', begin);
      window.removeEventListener('offline', end);
    };
  }, [latest, often]);
  useEffect(() => {
    if (!offline || !waits) return undefined;
    // Without a connection the page does not come back; what was noted does.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [offline, waits]);
  return { offline, lose: () => setOffline(true) };
}
