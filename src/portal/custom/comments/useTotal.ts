import { useSyncExternalStore } from 'react';

/** How many comments there are by what they are asked for; told by the comments themselves, shown at the side of the page. */
const totals = new Map<string, number>();
const listeners = new Set<() => void>();

/** Says how many comments there are. */
export function tellTotal(key: string, count: number): void {
  totals.set(key, count);
  listeners.forEach((listener) => listener());
}

/** How many comments there are; undefined until that was told. */
export function useTotal(key: string | undefined): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => (key === undefined ? undefined : totals.get(key)),
    () => undefined,
  );
}
