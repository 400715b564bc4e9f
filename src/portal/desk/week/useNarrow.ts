import { useSyncExternalStore } from 'react';

const query = '(max-width: 767px)';

function subscribe(notify: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', notify);
  return () => media.removeEventListener('change', notify);
}

/** Whether the window is as narrow as a phone. The desk is drawn in browsers alone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
