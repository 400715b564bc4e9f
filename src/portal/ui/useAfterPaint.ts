import { useCallback, useEffect, useRef } from 'react';

/** For how many milliseconds a frame is waited for: of a page that nobody sees none is made. */
const longestWait = 200;

/**
 * Returns what puts off what is dear until a frame is painted that shows that a press was heard. What is put off last takes the place of what
 * was before, nothing gives it up; nothing is done for a component that is gone.
 */
export function useAfterPaint(): (work?: () => void) => void {
  const pending = useRef<() => void>();
  useEffect(() => () => pending.current?.(), []);
  return useCallback((work) => {
    pending.current?.();
    pending.current = work && afterPaint(work);
  }, []);
}

/** @returns what gives it up */
function afterPaint(work: () => void): () => void {
  const giveUp = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const begin = (): void => {
    giveUp();
    work();
  };
  let timer = setTimeout(begin, longestWait);
  // A frame calls before it is painted: what comes then as a task of its own comes behind it.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(begin);
  });
  return giveUp;
}
