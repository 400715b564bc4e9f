import { useMemo } from 'react';
import { useShell, type Say } from '../../data/context';
import type { PickerLabels } from './kinds';

/** The picker's words from the shared texts, with those that a definition gives in their place; empty ones are not given. */
export function usePickerLabels(own: Partial<PickerLabels> = {}): PickerLabels {
  const { say } = useShell();
  const given = JSON.stringify(own);
  return useMemo(
    () => ({
      ...sharedLabels(say),
      ...Object.fromEntries(Object.entries(JSON.parse(given) as Partial<PickerLabels>).filter(([, words]) => words !== '')),
    }),
    [say, given],
  );
}

const sharedLabels = (say: Say): PickerLabels => ({
  title: say('pickerTitle'),
  confirm: say('ok'),
  thisMonth: say('pickerThisMonth'),
  nextMonth: say('pickerNextMonth'),
  today: say('pickerToday'),
  bookable: say('pickerBookable'),
  notBookable: say('pickerNotBookable'),
  closedDay: say('pickerClosedDay'),
  open: say('pickerBookable'),
  chosen: say('pickerChosen'),
  taken: say('pickerTaken'),
  closed: say('pickerClosed'),
  past: say('pickerPast'),
  morning: say('pickerMorning'),
  afternoon: say('pickerAfternoon'),
  evening: say('pickerEvening'),
  showCalendar: say('pickerCalendar'),
  showStrip: say('pickerStrip'),
  previousDays: say('pickerPreviousDays'),
  nextDays: say('pickerNextDays'),
  days: say('pickerDays'),
  times: say('pickerTimes'),
  nothingChosen: say('pickerNothing'),
  lost: say('pickerLost'),
  missing: say('pickerMissing'),
  takenRange: say('pickerTakenRange'),
  loading: say('loading'),
  failed: say('pickerFailed'),
  retry: say('retry'),
});
