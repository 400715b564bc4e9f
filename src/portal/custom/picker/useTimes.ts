import { useMemo, useState } from 'react';
import type { Times } from '../../../model/definitions.g';
import { resolve } from '../../../model/pointer';
import type { CallValues } from '../../../runtime/pageData';
import type { Scope } from '../../../runtime/roots';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { fetchReply } from '../../data/useReply';
import type { PickerProps, TakenTimes } from './kinds';
import { usePickerLabels } from './usePickerLabels';
import { useShow } from '../../ui/useShow';
import { readTimeInfo } from './readTimeInfo';

/** Days that are shown (ledger PICK-01), and at most, of a place that can be booked further ahead. */
const [usualDays, mostDays] = [30, 92];

/**
 * What the time picker is given of a definition's times, besides what a choice does.
 * @param scope the roots that the times refer to
 * @returns undefined as long as it is not known when the place is open
 */
export function useTimes(times: Times, scope: Scope): Omit<PickerProps, 'value' | 'onPick' | 'onClose'> | undefined {
  const { page } = usePage();
  const { call } = useShell();
  const { words } = useShow(scope);
  const found = JSON.stringify(resolve(times.info, scope));
  const info = useMemo(() => (found === undefined ? undefined : readTimeInfo(JSON.parse(found))), [found]);
  const labels = usePickerLabels({
    title: words(times.title),
    closedDay: words(times.closed),
    missing: words(times.missing),
    takenRange: words(times.blocked),
  });
  const settings = useMemo(() => {
    const { days = Math.min(Math.max(usualDays, info?.days ?? 0), mostDays), first, from = '06:30', to = '23:00', minutes = 30 } = times;
    return { days, first, from, to, minutes, labels };
  }, [times, labels, info]);
  const [now] = useState(() => Date.now());
  const endpoint = page.endpoints[times.taken];
  const valuesOf = (day: string): CallValues => evaluateAll(times.with, { ...scope, picked: { day, venueTime: day } });
  const taken: TakenTimes = {
    key: (day) => ['taken', times.taken, valuesOf(day)],
    fetch: async (day) => {
      if (!endpoint) throw new Error(`the page has no call ${times.taken}`);
      const { rows } = await fetchReply(call, endpoint, valuesOf(day));
      return rows.flatMap(({ venueTime }) => (typeof venueTime === 'string' ? [venueTime] : []));
    },
    revalidate: endpoint?.revalidate === true,
  };
  return info && { info, settings, now, taken };
}
