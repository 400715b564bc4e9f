import type { ReactElement } from 'react';
import type { WeekCalendarSection } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { formatClock, type TimeRange } from '../../../runtime/venueTime';
import { Dialog } from '../../ui/Dialog';
import { EntryCard } from '../../ui/renderers';
import type { Cell, Column, Span } from './layOutWeek';

/** The length that is proposed for what is free for longer. */
const proposed = 60;

interface CellDialogProps {
  section: WeekCalendarSection;
  title: string;
  column: Column;
  cell: Cell;
  /** Where the stretch ends that was opened: an agenda shows several half-hours as one. */
  until: number;
  onClose: () => void;
}

/** All that is in a cell, each by its card with what can be done with it; free time comes last but for what counts no more. */
export function CellDialog({ section, title, column, cell, until, onClose }: CellDialogProps): ReactElement {
  const { ground, kind, spans, faded } = cell;
  const free = kind === 'free' && section.free !== undefined && ground ? { card: section.free, ground } : undefined;
  const to = ground?.whole ? cell.to : Math.min(cell.from + proposed, Math.max(cell.freeUntil, until));
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="week-calendar-opened">
        {spans.map((span) => (
          <Entry key={name(span)} card={section.card} row={pick(span, column.day, span)} />
        ))}
        {free && <Entry card={free.card} row={pick(free.ground, column.day, ground?.whole ? free.ground : { from: cell.from, to })} />}
        {faded.map((span) => (
          <Entry key={name(span)} card={section.card} row={pick(span, column.day, span)} />
        ))}
      </div>
    </Dialog>
  );
}

const name = ({ row, from }: Span): string => `${String(row['id'])} ${from}`;

/** The row of a span with the day and the time that forms begin with. */
const pick = ({ row }: Span, day: string, { from, to }: TimeRange): JsonObject => ({
  ...row,
  pickedDay: day,
  pickedFrom: formatClock(from),
  pickedUntil: formatClock(to),
});

function Entry({ card, row }: { card: string; row: JsonObject }): ReactElement {
  return <EntryCard card={card} row={row} index={1} lazy={false} level={3} />;
}
