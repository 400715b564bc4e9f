import { useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Dialog } from '../../ui/Dialog';
import { useShow } from '../../ui/useShow';
import type { Columns } from './useColumns';

/** The way to choose the columns of a table; nothing where there is nothing to choose. */
export function ColumnChoice({ columns }: { columns: Columns }): ReactElement | null {
  const { say } = useShell();
  const { words } = useShow();
  const [open, setOpen] = useState(false);
  const entries = Object.entries(columns.all);
  if (entries.length < 2) return null;
  return (
    <>
      <button
        type="button"
        className="button button-plain button-small desk-table-columns"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {say('deskColumns')}
      </button>
      {open && (
        <Dialog title={say('deskColumns')} onClose={() => setOpen(false)}>
          <p className="quiet">{say('deskColumnsSay')}</p>
          <ul className="desk-table-choices">
            {entries.map(([name, display]) => (
              <li key={name}>
                <label>
                  <input type="checkbox" checked={columns.shows(name)} onChange={() => columns.toggle(name)} />
                  {words(typeof display === 'string' ? undefined : display.label) || name}
                </label>
              </li>
            ))}
          </ul>
          {!columns.usual && (
            <p>
              <button type="button" className="button button-plain button-small" onClick={columns.reset}>
                {say('deskColumnsUsual')}
              </button>
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}
