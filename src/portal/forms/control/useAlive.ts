import { useEffect, useState } from 'react';

/** Whether a component is still there, and timers that end with it. */
export interface Alive {
  readonly current: boolean;
  /** Runs work after milliseconds unless the component is gone by then. */
  later: (work: () => void, delay: number) => void;
}

class Life implements Alive {
  current = true;
  private readonly timers: ReturnType<typeof setTimeout>[] = [];
  readonly later = (work: () => void, delay: number): void => {
    this.timers.push(setTimeout(work, delay));
  };
  readonly begin = (): void => {
    this.current = true;
  };
  readonly end = (): void => {
    this.current = false;
    this.timers.forEach(clearTimeout);
  };
}

/** The life of the component that calls it. */
export function useAlive(): Alive {
  const [life] = useState(() => new Life());
  useEffect(() => {
    life.begin();
    return life.end;
  }, [life]);
  return life;
}
