import { useCallback, useEffect, useState } from 'react';

/**
 * Counts seconds down, over a reload of the page too.
 * @param key the name under which the end is kept in this window
 * @returns the seconds that are left, and how to start
 */
export function useCountdown(key: string): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    try {
      setUntil(Number(sessionStorage.getItem(key) ?? 0));
    } catch {
      /* A browser that keeps nothing starts anew. */
    }
  }, [key]);
  useEffect(() => {
    const tick = (): boolean => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(seconds);
      return seconds > 0;
    };
    if (!tick()) return undefined;
    const timer = setInterval(() => {
      if (!tick()) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const start = useCallback(
    (seconds: number): void => {
      const end = Date.now() + seconds * 1000;
      try {
        sessionStorage.setItem(key, String(end));
      } catch {
        /* It then ends with the page. */
      }
      setUntil(end);
    },
    [key],
  );
  return [left, start];
}
