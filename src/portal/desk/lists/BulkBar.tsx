import { useState, type ReactElement } from 'react';
import type { BulkAction } from '../../../model/definitions.g';
import type { Json } from '../../../model/json';
import { holds } from '../../../runtime/condition';
import type { Scope } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { usePage, useShell } from '../../data/context';
import { useSingleFlight } from '../../data/useSingleFlight';
import { notify, tellFailure } from '../../ui/notices';
import { useShow } from '../../ui/useShow';
import { BulkDialog } from './BulkDialog';
import { countConcerned } from './countConcerned';
import { useBulk, type BulkWork } from './useBulk';
import type { ChosenRows } from './useChosenRows';
import './BulkBar.css';

interface BulkBarProps {
  bulk: Readonly<Record<string, BulkAction>>;
  chosen: ChosenRows;
  titleOf: (row: Json) => string;
  list: Scope | undefined;
}

/** What can be done with the ticked lines of a table, and how far it is. */
export function BulkBar({ bulk, chosen, titleOf, list }: BulkBarProps): ReactElement {
  const { say, call } = useShell();
  const { words } = useShow();
  const { scope, page, showContext } = usePage();
  const { run, stop, progress } = useBulk(titleOf, chosen.clear);
  const [asked, setAsked] = useState<BulkWork & { left: number; warnings: readonly string[] }>();
  const isFor = ({ when }: BulkAction, row: Json): boolean => holds(when, { ...scope, row, list });
  const allowed = Object.entries(bulk).filter(([name]) => page.desk?.bulk.includes(name));
  const fitting = allowed.filter(([, action]) => chosen.rows.some((row) => isFor(action, row)));
  // Where nothing can be done with what is chosen, the buttons say so.
  const offered = fitting.length > 0 ? fitting : allowed;
  const start = useSingleFlight(async (action: BulkAction): Promise<void> => {
    const label = words(action.label);
    const rows = chosen.rows.filter((row) => isFor(action, row));
    if (rows.length === 0) return notify(say('deskBulkNone', { label }), 'warning');
    const { warns } = action;
    const endpoint = warns && page.endpoints[warns.source];
    const count = endpoint ? await countConcerned(warns, endpoint, rows, call, scope) : 0;
    // Nobody is asked without being told whom it concerns.
    if (typeof count !== 'number') return tellFailure(count);
    const concerned = count > 0 ? [formatText(warns?.text, scope, showContext.patterns, { count })] : [];
    const warnings = [...(action.says === undefined ? [] : [words(action.says)]), ...concerned];
    setAsked({ action, label, rows, left: chosen.rows.length - rows.length, warnings });
  });
  return (
    <div className="bulk-bar">
      {progress ? (
        <p className="bulk-bar-line" role="status">
          {say('deskBulkRunning', progress)}
          <button type="button" className="button button-plain button-small" onClick={stop}>
            {say('deskBulkStop')}
          </button>
        </p>
      ) : chosen.rows.length > 0 ? (
        <p className="bulk-bar-line">
          <span role="status">{say('deskChosen', { count: chosen.rows.length })}</span>
          {offered.map(([name, action]) => (
            <button
              key={name}
              type="button"
              className={`button button-${action.tone ?? 'plain'} button-small`}
              aria-haspopup="dialog"
              onClick={() => start(action)}
            >
              {words(action.label)}
            </button>
          ))}
          <button type="button" className="button button-plain button-small" onClick={chosen.clear}>
            {say('deskChooseNone')}
          </button>
        </p>
      ) : (
        <p className="bulk-bar-line quiet">{say('deskChooseHint')}</p>
      )}
      {asked && (
        <BulkDialog
          label={asked.label}
          count={asked.rows.length}
          left={asked.left}
          warnings={asked.warnings}
          question={asked.action.asks}
          onAgreed={(given) => {
            setAsked(undefined);
            run({ ...asked, given });
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
