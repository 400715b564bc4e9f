import { useEffect, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatClock, formatRange } from '../../../runtime/venueTime';
import { usePage, usePageState, useShell } from '../../data/context';
import { EmptyState } from '../../ui/EmptyState';
import type { SectionOf, SectionProps } from '../../ui/kindProps';
import { useShow } from '../../ui/useShow';
import { CellDialog } from './CellDialog';
import type { Cell, Column } from './layOutWeek';
import { useNarrow } from './useNarrow';
import { shiftDay, useWeek, writeDayOf } from './useWeek';
import { WeekAgenda } from './WeekAgenda';
import { WeekGrid } from './WeekGrid';
import { WeekHead } from './WeekHead';
import './WeekCalendar.css';

/** The cell whose dialog is open, and what was in it then. */
interface Opened {
  key: string;
  from: number;
  to: number;
  was: string;
}

/** What is in a cell, as far as a dialog about it goes. */
const describeCell = ({ kind, spans, faded }: Cell): string =>
  JSON.stringify([kind, ...[...spans, ...faded].map(({ row, state }) => [row['id'], state?.text])]);

/** A week of a place by the half-hour, or a day of all places; on phones a day at a time. What is in a cell opens in a dialog, with all that can be done with it. */
export function WeekCalendar({ section }: SectionProps<SectionOf<'weekCalendar'>>): ReactElement {
  const week = useWeek(section);
  const context = usePage();
  const { busy } = usePageState();
  const { say } = useShell();
  const { words } = useShow();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const [opened, setOpened] = useState<Opened>();
  const column = opened && week.columns.find(({ key }) => key === opened.key);
  const cell = opened && column?.cells.find(({ from }) => from === opened.from);
  // What was done in the dialog changed what it was about.
  const isOver = opened !== undefined && (cell === undefined || describeCell(cell) !== opened.was);
  useEffect(() => {
    if (isOver) setOpened(undefined);
  }, [isOver]);
  const open = ({ key, cells }: Column, { from, to }: Cell): void => {
    const found = cells.find((each) => each.from === from);
    if (found && (found.kind === 'free' || found.kind === 'taken' || found.faded.length > 0))
      setOpened({ key, from, to, was: describeCell(found) });
  };
  if (section.places !== undefined && week.places.length === 0)
    return <EmptyState words={say('weekNoPlaces', { places: words(section.placeLabel) })} />;
  const title = (): string => {
    const at = week.places.find(({ id }) => id === column?.place)?.title ?? '';
    const time = cell && (cell.kind === 'free' ? formatClock(cell.from) : formatRange(cell));
    return [at, column ? writeDayOf(column.day, context) : '', time].filter(Boolean).join(' ');
  };
  return (
    <div className={`wrap week-calendar${busy ? ' week-calendar-dimmed' : ''}`} aria-busy={busy}>
      <WeekHead week={week} placeLabel={words(section.placeLabel)} narrow={narrow} />
      {narrow ? (
        <WeekAgenda week={week} onOpen={open} />
      ) : (
        <WeekGrid
          week={week}
          onOpen={open}
          onTurn={(by) => void navigate(week.address({ day: shiftDay(week.day, by * (week.isOfDay ? 1 : 7)) }))}
        />
      )}
      {opened && column && cell && !isOver && (
        <CellDialog section={section} title={title()} column={column} cell={cell} until={opened.to} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}
