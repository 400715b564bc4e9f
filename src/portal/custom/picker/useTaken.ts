import { useMemo, useState } from 'react';
import useSWR from 'swr';
import type { TimeRange } from '../../../runtime/venueTime';
import { buildRevalidation } from '../../data/useReply';
import { readRanges } from './hours';
import type { PickerProps } from './kinds';

/** What is known of the taken times of a day. */
export interface Taken {
  day: string;
  state: 'loading' | 'ready' | 'failed';
  ranges: readonly TimeRange[];
}

const noRanges: readonly TimeRange[] = [];

/** How often taken times were asked for: no reply stands for another one, in whichever picker. */
let times = 0;
const askFor = (day: string | undefined): { day: string | undefined; time: number } => ({ day, time: (times += 1) });

/**
 * Fetches the taken times of a day each time that it is asked to (ledger PICK-22); the reply for a day that was left is dropped.
 * @param first the day fetched at once, while the picker is not there yet; none: no day
 */
export function useTaken(
  { key, fetch, revalidate }: PickerProps['taken'],
  first: string | undefined,
): { taken: Taken; load: (day: string) => void } {
  const [{ day = '', time }, setAsked] = useState(() => askFor(first));
  const { data, error } = useSWR<readonly string[], unknown>(
    day === '' ? null : [...key(day), time],
    () => fetch(day),
    buildRevalidation(revalidate),
  );
  const taken = useMemo(
    (): Taken =>
      data
        ? { day, state: 'ready', ranges: readRanges(day, data) }
        : { day, state: error === undefined ? 'loading' : 'failed', ranges: noRanges },
    [day, data, error],
  );
  return { taken, load: (next) => setAsked(askFor(next)) };
}
