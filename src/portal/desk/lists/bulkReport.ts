import { useSyncExternalStore } from 'react';

/** What did not come of something that was done with several lines: those that it could not be done with, and how many were left when it was stopped. */
export interface BulkReport {
  label: string;
  failed: { title: string; message: string }[];
  undone: number;
}

let shown: BulkReport | undefined;
const listeners = new Set<() => void>();

/** Shows a report above the page, or takes it away. It is kept apart from the table that it is of: a list that has no lines any more has no table. */
export function showBulkReport(report: BulkReport | undefined): void {
  shown = report;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The report that is shown now, if any. */
export const useBulkReport = (): BulkReport | undefined => useSyncExternalStore(subscribe, () => shown);
