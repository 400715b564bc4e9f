import { useCallback, useEffect, useState } from 'react';
import { keep, readKept } from '../../data/windowStorage';

/**
 * Counts seconds down, over a reload of the page too.
 * @param key the name under which the end is kept in this window
 * @returns the seconds that are left, and how to start
 */
export function useCountdown(key: string): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => setUntil(Number(readKept(key) ?? 0)), [key]);
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
      keep(key, String(end));
      setUntil(end);
    },
    [key],
  );
  return [left, start];
}
