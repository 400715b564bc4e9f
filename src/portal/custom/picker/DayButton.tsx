import { memo, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import type { PickerDay } from './days';
import type { PickerLabels } from './kinds';
import { writeWeekday } from '../../../runtime/dates';
import { formatDay } from './wording';

interface DayProps {
  day: PickerDay;
  role: 'option' | 'gridcell';
  picked: boolean;
  reached: boolean;
  labels: PickerLabels;
}

/** A day of the strip or of the month; clicks and keys are heard by what holds it. */
export const DayButton = memo(function DayButton({ day, role, picked, reached, labels }: DayProps): ReactElement {
  const { say } = useShell();
  const state = day.bookable ? labels.bookable : labels.notBookable;
  const isToday = day.index === 0;
  return (
    <button
      type="button"
      role={role}
      className={`picker-day ${day.bookable ? '' : 'picker-day-off'}`.trim()}
      data-day={day.index}
      tabIndex={reached ? 0 : -1}
      aria-selected={picked}
      aria-current={isToday ? 'date' : undefined}
    >
      <span className="unseen">{`${formatDay(say, day)} ${state}`}</span>
      <span className="picker-day-weekday" aria-hidden="true">
        {isToday ? labels.today : writeWeekday(say, day.weekday)}
      </span>
      <span className="picker-day-date" aria-hidden="true">
        {day.date === 1 ? say('pickerShortDate', { month: day.month, date: day.date }) : day.date}
      </span>
      <span className="picker-day-state" aria-hidden="true">
        {state}
      </span>
    </button>
  );
});
