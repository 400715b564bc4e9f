import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Precompiled } from './usePrecompiled';

/** A form that was asked to be sent before it could be checked. */
export interface EarlySubmit {
  /** Whether it waits for its validators. */
  waits: boolean;
  /** Takes the event that asks for it, before anybody else does. */
  hold: (event: FormEvent) => void;
}

/** Keeps it in mind that a form is to be sent while its validators are still under way, and sends it once they are there: nobody has to press twice. */
export function useEarlySubmit({ state }: Precompiled): EarlySubmit {
  const asked = useRef<EventTarget>();
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits || state === 'loading') return;
    setWaits(false);
    // Not `requestSubmit`, which browsers have since 2022 only.
    asked.current?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  }, [waits, state]);
  const hold = (event: FormEvent): void => {
    if (state !== 'loading') return;
    event.preventDefault();
    event.stopPropagation();
    asked.current = event.target;
    setWaits(true);
  };
  return { waits, hold };
}
