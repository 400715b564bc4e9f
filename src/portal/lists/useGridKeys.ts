import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CalendarMonth } from '../../runtime/month';
import { usePageState } from '../data/context';
import { useHydrated } from '../data/hydration';

/** Days that a key leads on. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface GridKeys {
  /** What the table is given: without scripts it is a table whose links are stops of their own. */
  table: { ref: RefObject<HTMLTableElement>; role?: 'grid'; onKeyDown?: (event: KeyboardEvent) => void };
  /** Of a day; undefined where every link is a stop. */
  tabIndex: (date: string) => number | undefined;
}

/**
 * Makes the days of a month one stop, among whose days arrows move: by a day or a week, Home and End to the ends of the week, PageUp and PageDown to
 * the months before and after.
 * @param start the day that has the stop at first
 */
export function useGridKeys(month: CalendarMonth, { start, toMonth }: { start: string; toMonth: (name: string) => string }): GridKeys {
  const live = useHydrated();
  const navigate = useNavigate();
  const table = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState(start);
  const { busy } = usePageState();
  const left = useRef<string>(undefined);
  const days = month.weeks.flat();
  const cursor = days.some(({ date, inMonth }) => inMonth && date === chosen) ? chosen : start;
  const focus = (date: string): void => table.current?.querySelector<HTMLElement>(`[data-day="${date}"] .month-table-cell`)?.focus();
  // What a month has arrives after it, and a day that gets a link is another element: the focus is set again until all is there, unless it went elsewhere.
  useEffect(() => {
    if (left.current === undefined || left.current === month.first) return;
    const { activeElement } = document;
    if (activeElement === document.body || table.current?.contains(activeElement) === true) focus(cursor);
    if (!busy) left.current = undefined;
  }, [month.first, cursor, busy]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const other = { PageUp: month.previous, PageDown: month.next }[event.key];
    const target = other === undefined ? findDay(month, cursor, event.key) : undefined;
    if (other === undefined && target === undefined) return;
    event.preventDefault();
    if (other !== undefined) {
      left.current = month.first;
      void navigate(toMonth(other));
    } else if (target !== undefined) {
      setChosen(target);
      focus(target);
    }
  };
  if (!live) return { table: { ref: table }, tabIndex: () => undefined };
  return { table: { ref: table, role: 'grid', onKeyDown }, tabIndex: (date) => (date === cursor ? 0 : -1) };
}

/** The day of the month that a key leads to; undefined when it leads nowhere. */
function findDay({ weeks }: CalendarMonth, from: string, key: string): string | undefined {
  const days = weeks.flat();
  const at = days.findIndex(({ date }) => date === from);
  const step = steps[key];
  if (step !== undefined) return [days[at + step]].find((day) => day?.inMonth)?.date;
  const week = weeks.find((all) => all.some(({ date }) => date === from))?.filter(({ inMonth }) => inMonth);
  return key === 'Home' ? week?.[0]?.date : key === 'End' ? week?.at(-1)?.date : undefined;
}
