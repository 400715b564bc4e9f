import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { type Cell, type Column, findCell } from './layOutWeek';

/** Where the focus is: a column by its number, a cell by a minute of it. */
interface Cursor {
  column: number;
  at: number;
}

interface CellKeys {
  table: { ref: RefObject<HTMLTableElement>; onKeyDown: (event: KeyboardEvent) => void };
  /** Of a cell: all are one stop, among which arrows move. */
  tabIndex: (column: number, cell: Cell) => 0 | -1;
  /** Moves the stop to a cell. */
  settle: (column: number, cell: Cell) => void;
}

/** The name of a cell within its table. */
export const nameCell = (column: number, { from }: Pick<Cell, 'from'>): string => `${column}-${from}`;

/**
 * Makes the cells of a calendar one stop, among whose cells arrows move; Home and End lead to the ends of the line, Enter and the space bar open.
 * @param start the column that has the stop at first
 * @param onOpen what opening a cell does
 * @param onTurn what PageUp (-1) and PageDown (1) do
 */
export function useCellKeys(
  columns: readonly Column[],
  start: number,
  { onOpen, onTurn }: { onOpen: (column: number, cell: Cell) => void; onTurn: (by: -1 | 1) => void },
): CellKeys {
  const table = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState<Cursor>();
  const place = settleCursor(columns, cursor, start);
  const go = (next: Cursor): void => {
    const column = columns[next.column];
    const cell = column && findCell(column, next.at);
    if (!cell) return;
    setCursor(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${nameCell(next.column, cell)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { column, at } = place;
    const cell = columns[column] && findCell(columns[column], at);
    if (!cell) return;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowUp: () => go({ column, at: cell.from - 1 }),
      ArrowDown: () => go({ column, at: cell.to }),
      ArrowLeft: () => go({ column: column - 1, at }),
      ArrowRight: () => go({ column: column + 1, at }),
      Home: () => go({ column: 0, at }),
      End: () => go({ column: columns.length - 1, at }),
      PageUp: () => onTurn(-1),
      PageDown: () => onTurn(1),
      Enter: () => onOpen(column, cell),
      ' ': () => onOpen(column, cell),
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  };
  return {
    table: { ref: table, onKeyDown },
    tabIndex: (column, { from, to }) => (column === place.column && from <= place.at && place.at < to ? 0 : -1),
    settle: (column, { from }) => setCursor({ column, at: from }),
  };
}

/** What was chosen, as long as it is there; else the first cell of the column to start with that opens something. */
function settleCursor(columns: readonly Column[], cursor: Cursor | undefined, start: number): Cursor {
  const chosen = cursor && columns[cursor.column];
  if (cursor && chosen && findCell(chosen, cursor.at)) return cursor;
  const cells = columns[start]?.cells ?? [];
  const first = cells.find(({ kind }) => kind === 'free' || kind === 'taken') ?? cells[0];
  return { column: start, at: first?.from ?? 0 };
}
