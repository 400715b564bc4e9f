import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import { stepDay, type PickerDay } from './days';
import { DayStrip } from './DayStrip';
import type { PickerLabels } from './kinds';
import { MonthGrid } from './MonthGrid';
import type { Picker } from './usePicker';
import { formatMonths } from './wording';

/** What a layout of days is given; the picked day and the one that the Tab key leads to by their indexes. */
export interface DaysProps {
  days: readonly PickerDay[];
  picked: number;
  cursor: number;
  labels: PickerLabels;
  listId: string;
}

interface ChooserProps {
  picker: Picker;
  labels: PickerLabels;
}

/** The days by month, as a strip or as weeks (ledger PICK-02, PICK-04). */
export function DayChooser({ picker, labels }: ChooserProps): ReactElement {
  const { months, month, view, picked, dayCursor } = picker;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) panel.current?.querySelector<HTMLElement>(`[data-day="${dayCursor}"]`)?.focus();
    moved.current = false;
  }, [dayCursor]);
  const press = (event: KeyboardEvent): void => {
    const next = event.ctrlKey || event.altKey || event.metaKey ? undefined : stepDay(months, dayCursor, event.key, view);
    if (next === undefined || !findDayElement(event)) return;
    event.preventDefault();
    moved.current = next !== dayCursor;
    picker.moveToDay(next);
  };
  const click = (event: MouseEvent): void => {
    const button = findDayElement(event);
    if (button) picker.pickDay(Number(button.dataset['day']));
  };
  const Layout = view === 'strip' ? DayStrip : MonthGrid;
  return (
    <div>
      <div className="picker-bar">
        <MonthTabs picker={picker} labels={labels} id={id} />
        <button type="button" className="picker-view" onClick={picker.changeView}>
          <Icon name={view === 'strip' ? 'calendar' : 'menu'} />
          {view === 'strip' ? labels.showCalendar : labels.showStrip}
        </button>
      </div>
      <div ref={panel} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${month}`} onClick={click} onKeyDown={press}>
        <Layout days={months[month] ?? []} picked={picked} cursor={dayCursor} labels={labels} listId={`${id}-days`} />
      </div>
    </div>
  );
}

function MonthTabs({ picker, labels, id }: ChooserProps & { id: string }): ReactElement {
  const { months, month, showMonth } = picker;
  const { say } = useShell();
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (month + step + months.length) % months.length;
    showMonth(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div className="picker-months" role="tablist" aria-label={labels.days} onKeyDown={press}>
      {months.map((days, place) => (
        <button
          key={place}
          type="button"
          id={`${id}-${place}`}
          className="picker-tab"
          role="tab"
          aria-selected={place === month}
          aria-controls={`${id}-panel`}
          tabIndex={place === month ? 0 : -1}
          onClick={() => showMonth(place)}
        >
          {[labels.thisMonth, labels.nextMonth][place]} <span className="picker-tab-month">{formatMonths(say, days)}</span>
        </button>
      ))}
    </div>
  );
}

const findDayElement = (event: { target: EventTarget }): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-day]') : null;
