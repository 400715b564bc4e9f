import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { ScanWords } from './ScanWords';
import type { Scan } from './scans';

/** What became of the scans that were handed in once there was a connection: each is told, and stays until it was seen. */
export function HandedIn({ scans, onSeen }: { scans: readonly Scan[]; onSeen: () => void }): ReactElement {
  const { say } = useShell();
  const faults = scans.filter(({ outcome }) => outcome !== 'done').length;
  const count = scans.length;
  return (
    <section className="scanner-section-handed-in" role="alert">
      <p>
        <b>{faults > 0 ? say('scanSyncedFaults', { count, faults }) : say('scanSynced', { count })}</b>
      </p>
      <ul>
        {scans.map((scan) => (
          <li key={scan.key}>
            <ScanWords scan={scan} />
          </li>
        ))}
      </ul>
      <button type="button" className="button button-plain button-small" onClick={onSeen}>
        {say('scanSeen')}
      </button>
    </section>
  );
}
