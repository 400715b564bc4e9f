import { useRef, useState } from 'react';
import type { BulkAction } from '../../../model/definitions.g';
import type { Json } from '../../../model/json';
import { evaluateAll } from '../../../runtime/value';
import { usePage, usePageState, useShell } from '../../data/context';
import { useSingleFlight } from '../../data/useSingleFlight';
import { notify } from '../../ui/notices';
import { showBulkReport, type BulkReport } from './bulkReport';

/** Something that is done with several lines. */
export interface BulkWork {
  action: BulkAction;
  label: string;
  rows: Json[];
  /** What was asked once for all of them. */
  given?: string;
}

/**
 * Makes a call for each of several lines, one after the other, and fetches the list anew when all are made. With how many it was done, and what
 * did not come of it, is told above the page: a list that has no lines any more has no place for it.
 * @param titleOf what a line is called where it is told why nothing came of it
 * @param onDone is told when it is over
 */
export function useBulk(
  titleOf: (row: Json) => string,
  onDone: () => void,
): {
  run: (work: BulkWork) => void;
  stop: () => void;
  progress: { done: number; count: number } | undefined;
} {
  const { call, say } = useShell();
  const { page, scope } = usePage();
  const { retry } = usePageState();
  const stopped = useRef(false);
  const [progress, setProgress] = useState<{ done: number; count: number }>();
  const work = async ({ action, label, rows, given }: BulkWork): Promise<void> => {
    const endpoint = page.endpoints[action.call];
    if (!endpoint) return;
    stopped.current = false;
    showBulkReport(undefined);
    const outcome: BulkReport = { label, failed: [], undone: rows.length };
    let done = 0;
    for (const row of rows) {
      if (stopped.current) break;
      setProgress({ done: rows.length - outcome.undone + 1, count: rows.length });
      const asked = action.asks && given !== undefined && given !== '' ? { [action.asks.param]: given } : {};
      const reply = await call(endpoint, { ...evaluateAll(action.with, { ...scope, row }), ...asked });
      outcome.undone -= 1;
      if (reply.ok) done += 1;
      else outcome.failed.push({ title: titleOf(row), message: reply.message ?? say('errorBusy') });
      // Who is no longer logged in is asked to log in: the rest would fail as well.
      if (reply.fault === 'session') break;
    }
    setProgress(undefined);
    if (done > 0) notify(say('deskBulkDone', { label, count: done }), 'positive');
    if (outcome.failed.length > 0 || outcome.undone > 0) showBulkReport(outcome);
    onDone();
    retry();
  };
  return {
    run: useSingleFlight(work),
    stop: () => {
      stopped.current = true;
    },
    progress,
  };
}
