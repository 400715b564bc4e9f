import { useMemo, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { DayButton } from './DayButton';
import type { DaysProps } from './DayChooser';
import { groupByWeek } from './days';
import { writeWeekday } from '../../../runtime/dates';

/** Weekdays as a week has them in China, 0 is Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** The days of a month in weeks. */
export function MonthGrid({ days, picked, cursor, labels, listId }: DaysProps): ReactElement {
  const { say } = useShell();
  const weeks = useMemo(() => groupByWeek(days), [days]);
  return (
    <div id={listId} className="picker-month" role="grid" aria-label={labels.days}>
      <div className="picker-week picker-weekdays" role="row">
        {weekdays.map((weekday) => (
          <span key={weekday} role="columnheader">
            {writeWeekday(say, weekday)}
          </span>
        ))}
      </div>
      {weeks.map((week, row) => (
        <div key={row} className="picker-week" role="row">
          {week.map((day, column) => {
            if (!day) return <span key={column} role="gridcell" />;
            const [isPicked, isReached] = [day.index === picked, day.index === cursor];
            return <DayButton key={column} day={day} role="gridcell" picked={isPicked} reached={isReached} labels={labels} />;
          })}
        </div>
      ))}
    </div>
  );
}
