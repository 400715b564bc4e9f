import { useSyncExternalStore } from 'react';

/** How many comments the item of the page has; told by the comments themselves, shown at the side of the page. */
let total = 0;
const listeners = new Set<() => void>();

/** Says how many comments there are. */
export function tellTotal(count: number): void {
  total = count;
  listeners.forEach((listener) => listener());
}

/** How many comments there are; 0 until they were fetched. */
export function useTotal(): number {
  return useSyncExternalStore((listener) => { listeners.add(listener); return () => { listeners.delete(listener); }; }, () => total, () => 0);
}
