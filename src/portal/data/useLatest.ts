import { useInsertionEffect, useRef } from 'react';

/**
 * Returns a box that holds the newest value, for effects and handlers that must not run anew when it changes. They run after a
 * render; during one the box holds the value before, for React may throw a render away.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
