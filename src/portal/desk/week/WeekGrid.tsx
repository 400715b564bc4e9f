import type { ReactElement } from 'react';
import { formatClock, slotMinutes } from '../../../runtime/venueTime';
import { usePage, useShell } from '../../data/context';
import { type Cell, type Column } from './layOutWeek';
import { SpanWords, toneOf } from './SpanWords';
import { nameCell, useCellKeys } from './useCellKeys';
import { type Week, writeDayOf } from './useWeek';

interface WeekGridProps {
  week: Week;
  onOpen: (column: Column, cell: Cell) => void;
  onTurn: (by: -1 | 1) => void;
}

/** The half-hours of some days, or of some places, as a table; what lasts longer goes over several lines of it. */
export function WeekGrid({ week, onOpen, onTurn }: WeekGridProps): ReactElement {
  const { columns, hours, isOfDay, today } = week;
  const { say } = useShell();
  const start = Math.max(
    0,
    columns.findIndex(({ day }) => day === today),
  );
  const openAt = (at: number, cell: Cell): void => {
    const column = columns[at];
    if (column) onOpen(column, cell);
  };
  const keys = useCellKeys(columns, isOfDay ? 0 : start, { onOpen: openAt, onTurn });
  const lines = Array.from({ length: (hours.to - hours.from) / slotMinutes }, (_, at) => hours.from + at * slotMinutes);
  return (
    <div className="week-calendar-scroll">
      <table
        className={`week-calendar-table${columns.length > 7 ? ' week-calendar-table-wide' : ''}`}
        role="grid"
        aria-labelledby="week-calendar-title"
        {...keys.table}
      >
        <thead>
          <tr>
            <th scope="col" className="week-calendar-corner">
              {say('weekClock')}
            </th>
            {columns.map((column) => (
              <Heading key={column.key} column={column} isOfDay={isOfDay} isToday={column.day === today && !isOfDay} />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((at) => (
            <tr key={at}>
              <th scope="row" className={at % 60 === 0 ? 'week-calendar-hour' : 'week-calendar-half'}>
                {formatClock(at)}
              </th>
              {columns.map(({ key, cells }, column) => {
                const cell = cells.find(({ from }) => from === at);
                return (
                  cell && (
                    <CellView
                      key={key}
                      cell={cell}
                      name={nameCell(column, cell)}
                      tabIndex={keys.tabIndex(column, cell)}
                      onFocus={() => keys.settle(column, cell)}
                      onPress={() => openAt(column, cell)}
                    />
                  )
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({
  column: { day, heading, notes },
  isOfDay,
  isToday,
}: {
  column: Column;
  isOfDay: boolean;
  isToday: boolean;
}): ReactElement {
  const { say } = useShell();
  const context = usePage();
  return (
    <th scope="col" aria-current={isToday ? 'date' : undefined} className={isToday ? 'week-calendar-today' : undefined}>
      <span className="week-calendar-heading">{isOfDay ? heading : writeDayOf(day, context)}</span>
      {isToday && <span className="week-calendar-mark">{say('weekToday')}</span>}
      {notes.map(({ row, title }) => (
        <span key={String(row['id'])} className="week-calendar-note">
          {title?.text}
        </span>
      ))}
    </th>
  );
}

interface CellViewProps {
  cell: Cell;
  name: string;
  tabIndex: 0 | -1;
  /** Screen readers give the focus to any cell; arrows go on from there. */
  onFocus: () => void;
  onPress: () => void;
}

function CellView({ cell, name, tabIndex, onFocus, onPress }: CellViewProps): ReactElement {
  const { say } = useShell();
  const { kind, from, to, spans, faded } = cell;
  const words = { closed: say('weekClosed'), over: say('weekOver'), free: say('weekFree'), taken: '' }[kind];
  const opens = kind === 'free' || kind === 'taken' || faded.length > 0;
  return (
    <td
      data-cell={name}
      rowSpan={(to - from) / slotMinutes}
      tabIndex={tabIndex}
      aria-haspopup={opens ? 'dialog' : undefined}
      className={`week-calendar-cell week-calendar-${kind}${toneOf(spans)}`}
      onFocus={onFocus}
      onClick={onPress}
    >
      {words !== '' && <span className="week-calendar-words">{words}</span>}
      {spans.map((span) => (
        <SpanWords key={`${String(span.row['id'])} ${span.from}`} span={span} />
      ))}
      {faded.map((span) => (
        <SpanWords key={`${String(span.row['id'])} ${span.from}`} span={span} />
      ))}
    </td>
  );
}
