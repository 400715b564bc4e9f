import { useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { ScanWords } from './ScanWords';
import { type Scan, writeClock } from './scans';
import type { Scanner } from './useScanner';

/** The last codes of this window, the newest first, with a way to take back what they did; and what waits to be handed in. */
export function RecentScans({ scanner: { recent, noted, undo } }: { scanner: Scanner }): ReactElement {
  const { say } = useShell();
  const [busy, setBusy] = useState('');
  const keys = new Set(recent.map(({ key }) => key));
  const shown = [...noted.filter(({ key }) => !keys.has(key)).toReversed(), ...recent];
  const takeBack = (scan: Scan): void => {
    if (busy !== '') return;
    setBusy(scan.key);
    void undo(scan).finally(() => setBusy(''));
  };
  const canUndo = ({ outcome, id, key }: Scan): boolean =>
    (outcome === 'done' && id !== '') || (outcome === 'noted' && noted.some((each) => each.key === key));
  return (
    <section className="scanner-section-recent">
      <h2>{say('scanRecent')}</h2>
      {shown.length === 0 && <p className="quiet">{say('scanRecentNone')}</p>}
      <ul>
        {shown.map((scan) => (
          <li key={scan.key}>
            <ScanWords scan={scan} />
            {canUndo(scan) && (
              <button
                type="button"
                className="button button-plain button-small"
                aria-disabled={busy !== '' || undefined}
                aria-label={say('scanUndoOf', { name: scan.name, time: writeClock(scan.at) })}
                onClick={() => takeBack(scan)}
              >
                {say('scanUndo')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
