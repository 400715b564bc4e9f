import type { ReactElement } from 'react';
import { formatRange } from '../../../runtime/venueTime';
import { useShell } from '../../data/context';
import { type Cell, type Column, listAgenda } from './layOutWeek';
import { SpanWords, toneOf } from './SpanWords';
import type { Week } from './useWeek';

/** A day as a list, of each place that is shown: what is there and what is free, in the order of the clock. */
export function WeekAgenda({ week, onOpen }: { week: Week; onOpen: (column: Column, cell: Cell) => void }): ReactElement {
  const shown = week.isOfDay ? week.columns : week.columns.filter(({ day }) => day === week.day);
  return (
    <>
      {shown.map((column) => (
        <Agenda key={column.key} column={column} titled={week.isOfDay} onOpen={(cell) => onOpen(column, cell)} />
      ))}
    </>
  );
}

function Agenda({ column, titled, onOpen }: { column: Column; titled: boolean; onOpen: (cell: Cell) => void }): ReactElement {
  const { say } = useShell();
  const entries = listAgenda(column);
  return (
    <div className="week-calendar-agenda">
      {titled && <h3 className="week-calendar-place">{column.heading}</h3>}
      {column.notes.map(({ row, title }) => (
        <p key={String(row['id'])} className="week-calendar-note">
          {title?.text}
        </p>
      ))}
      {entries.length === 0 && <p className="quiet">{say('weekNothing')}</p>}
      <ul>
        {entries.map((cell) => (
          <li key={cell.from}>
            <button
              type="button"
              className={`week-calendar-entry week-calendar-${cell.kind}${toneOf(cell.spans)}`}
              aria-haspopup="dialog"
              onClick={() => onOpen(cell)}
            >
              {cell.kind === 'free' && (
                <span className="week-calendar-span">
                  <span className="week-calendar-time">{formatRange(cell)}</span>
                  <span className="week-calendar-words">{say('weekFree')}</span>
                </span>
              )}
              {[...cell.spans, ...cell.faded].map((span) => (
                <SpanWords key={`${String(span.row['id'])} ${span.from}`} span={span} />
              ))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
