import { useCallback, useEffect, useRef, useState } from 'react';
import type { TimeRange } from '../../../runtime/venueTime';
import { useLatest } from '../../data/useLatest';
import { readRanges } from './hours';
import type { PickerProps } from './kinds';

/** What is known of the taken times of a day. */
export interface Taken {
  day: string;
  state: 'loading' | 'ready' | 'failed';
  ranges: readonly TimeRange[];
}

/**
 * Fetches the taken times of a day each time that it is asked to (ledger PICK-22); the reply for a day that was left is dropped.
 * @param first the day fetched at once, while the picker is not there yet; none: no day
 */
export function useTaken(fetchTaken: PickerProps['taken'], first: string | undefined): { taken: Taken; load: (day: string) => void } {
  const [taken, setTaken] = useState<Taken>({ day: first ?? '', state: 'loading', ranges: [] });
  const latest = useLatest(fetchTaken);
  const asked = useRef(0);
  const load = useCallback(
    (day: string): void => {
      asked.current += 1;
      const ticket = asked.current;
      const settle = (records: readonly string[] | undefined): void => {
        if (asked.current === ticket)
          setTaken(records ? { day, state: 'ready', ranges: readRanges(day, records) } : { day, state: 'failed', ranges: [] });
      };
      setTaken({ day, state: 'loading', ranges: [] });
      latest.current(day).then(settle, () => settle(undefined));
    },
    [latest],
  );
  // What the picker opens with is fetched once; picking a day fetches it anew.
  const [opening] = useState(first);
  useEffect(() => {
    if (opening !== undefined) load(opening);
    return () => {
      asked.current += 1;
    };
  }, [load, opening]);
  return { taken, load };
}
