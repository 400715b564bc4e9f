import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import type { ImportJob } from './importJob';
import './ImportFaults.css';

/** The rows that are wrong: where, and what is to be written instead. */
export function ImportFaults({ job: { faults, result }, download }: { job: ImportJob; download: () => void }): ReactElement | null {
  const { say } = useShell();
  if (faults.length === 0) return null;
  return (
    <div className="import-faults">
      <div className="import-faults-head">
        <h3>{say('importFaultsTitle')}</h3>
        <button type="button" className="button button-plain button-small" onClick={download}>
          {say('importFaultsDownload')}
        </button>
      </div>
      <div className="import-section-scroll import-faults-scroll" tabIndex={0} role="region" aria-label={say('importFaultsTitle')}>
        <table className="import-section-table">
          <thead>
            <tr>
              <th scope="col">{say('importFaultRow')}</th>
              <th scope="col">{say('importFaultColumn')}</th>
              <th scope="col">{say('importFaultWords')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ row, column, field, words }, index) => (
              <tr key={index}>
                <th scope="row">{row}</th>
                <td>{column || field}</td>
                <td>{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(result?.failed ?? 0) > faults.length && <p className="quiet">{say('importFaultsMore', { shown: faults.length })}</p>}
    </div>
  );
}
