import { useCallback, useEffect, useRef } from 'react';
import { asObject } from '../../../model/json';
import { useLatest } from '../../data/useLatest';

/** The browser's way back through the steps of a form. */
export interface StepHistory {
  /** Adds a step that opened, so that the browser's button leads back from it. */
  push: (step: string) => void;
  /** Takes back what was added, before the form is left for good: nobody goes back into what was sent. */
  rewind: () => Promise<void>;
  /** Goes on with what was added for a step before the page was left, where that is there still. */
  adopt: (step: string) => void;
}

interface Entry {
  step: string;
  /** How many entries of this form lie before it. */
  depth: number;
}

/** Milliseconds. */
const longestRewind = 2000;

/** No two forms that were opened are the same, also the same form twice. */
let opened = 0;

/**
 * Keeps the steps of a form in the history of the window, under the address of its page: the router, which looks at addresses, takes no notice.
 * @param place what tells the form from others
 * @param active false: a form in a dialog, which the button closes with its page
 * @param open opens the step that was gone back or on to; undefined: the first
 */
export function useStepHistory(active: boolean, place: string, open: (step: string | undefined) => void): StepHistory {
  const name = useRef<string>();
  const latest = useLatest(open);
  useEffect(() => {
    if (!active) return undefined;
    name.current = `${place} ${Date.now()} ${(opened += 1)}`;
    const follow = (event: PopStateEvent): void => latest.current(readEntry(event.state, name.current)?.step);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [active, place, latest]);
  const push = useCallback((step: string): void => {
    if (name.current === undefined) return;
    const state = asObject(window.history.state);
    const entry: Entry = { step, depth: (readEntry(state, name.current)?.depth ?? 0) + 1 };
    window.history.pushState({ ...state, formSteps: { ...asObject(state['formSteps']), [name.current]: entry } }, '');
  }, []);
  const rewind = useCallback((): Promise<void> => {
    const depth = readEntry(window.history.state, name.current)?.depth ?? 0;
    if (depth === 0) return Promise.resolve();
    return new Promise((resolve) => {
      window.addEventListener('popstate', () => resolve(), { once: true });
      // A browser that does not go back is no reason to stay.
      setTimeout(resolve, longestRewind);
      window.history.go(-depth);
    });
  }, []);
  const adopt = useCallback(
    (step: string): void => {
      const state: unknown = window.history.state;
      const names = Object.keys(asObject(asObject(state)['formSteps'])).filter((other) => other.startsWith(`${place} `));
      name.current = names.filter((other) => readEntry(state, other)?.step === step).at(-1) ?? name.current;
    },
    [place],
  );
  return { push, rewind, adopt };
}

function readEntry(state: unknown, name: string | undefined): Entry | undefined {
  const entry = name === undefined ? {} : asObject(asObject(asObject(state)['formSteps'])[name]);
  return typeof entry['step'] === 'string' && typeof entry['depth'] === 'number'
    ? { step: entry['step'], depth: entry['depth'] }
    : undefined;
}
