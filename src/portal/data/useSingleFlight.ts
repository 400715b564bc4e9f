import { useRef } from 'react';

/**
 * Keeps work from being done twice at a time, as by a second press before the reply to the first.
 * @param work what is done; once it settles, it may be done again
 * @returns starts the work; does nothing while it is still being done
 */
export function useSingleFlight<Args extends unknown[]>(work: (...args: Args) => Promise<void>): (...args: Args) => void {
  const running = useRef(false);
  return (...args) => {
    if (running.current) return;
    running.current = true;
    void work(...args).finally(() => {
      running.current = false;
    });
  };
}
