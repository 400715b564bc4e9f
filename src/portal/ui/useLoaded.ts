import { useCallback, useEffect, useState } from 'react';

/** A part of the portal that is fetched when it is needed. */
export interface Loaded<T> {
  /** Undefined as long as it is not there: on the server and while the page is hydrated too. */
  part: T | undefined;
  /** It could not be fetched. */
  failed: boolean;
  retry: () => void;
}

/**
 * Fetches a part of the portal after hydration. Not `lazy`, which React would report when the server meets it.
 * @param load fetches it; only the first one given counts
 * @param wanted whether it is needed already
 */
export function useLoaded<T>(load: () => Promise<T>, wanted = true): Loaded<T> {
  const [fetch] = useState(() => load);
  const [{ part, failed, asked }, setState] = useState<{ part?: { it: T }; failed: boolean; asked: number }>({ failed: false, asked: 0 });
  useEffect(() => {
    if (!wanted) return undefined;
    let alive = true;
    fetch().then(
      (it) => {
        if (alive) setState((state) => ({ ...state, part: { it }, failed: false }));
      },
      () => {
        if (alive) setState((state) => ({ ...state, failed: true }));
      },
    );
    return () => {
      alive = false;
    };
  }, [fetch, wanted, asked]);
  const retry = useCallback(() => setState((state) => ({ ...state, failed: false, asked: state.asked + 1 })), []);
  return { part: part?.it, failed, retry };
}
