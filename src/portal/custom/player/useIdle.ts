import { useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds without a movement after which the controls leave the picture. */
const restAfter = 3_000;

/**
 * Whether the visitor only looks on.
 * @param playing only then; a picture at rest keeps its controls
 * @returns `wake` for each movement; `toggleIdle` for a tap on the picture
 */
export function useIdle(playing: boolean): { idle: boolean; wake: () => void; toggleIdle: () => void } {
  const [idle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const wake = useCallback((): void => {
    setIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIdle(true), restAfter);
  }, []);
  const toggleIdle = useCallback((): void => {
    if (idle) wake();
    else setIdle(true);
  }, [idle, wake]);
  useEffect(() => {
    if (playing) wake();
    return () => clearTimeout(timer.current);
  }, [playing, wake]);
  return { idle: idle && playing, wake, toggleIdle };
}
