import { useEffect, useState } from 'react';

/** Whether a component is still there, and timers that end with it. */
export interface Alive {
  readonly current: boolean;
  /** Runs work after milliseconds unless the component is gone by then. */
  later: (work: () => void, delay: number) => void;
}

/** The life of the component that calls it. */
export function useAlive(): Alive {
  const [state] = useState(() => {
    const timers: ReturnType<typeof setTimeout>[] = [];
    return {
      current: true,
      timers,
      later: (work: () => void, delay: number): void => {
        timers.push(setTimeout(work, delay));
      },
    };
  });
  useEffect(() => {
    state.current = true;
    return () => {
      state.current = false;
      state.timers.forEach(clearTimeout);
    };
  }, [state]);
  return state;
}
