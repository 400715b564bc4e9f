import { useInsertionEffect, useRef } from 'react';

/**
 * Returns a place that always has the value of the last render: for handlers and effects that need it but shall not run anew when it
 * changes. It is written before any effect of that render runs, never while rendering, which React may do in vain.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
