import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { PortalLink } from '../../ui/PortalLink';
import { ImportFaults } from './ImportFaults';
import type { ImportJob } from './importJob';
import type { Importing } from './useImport';
import './ImportReport.css';

/** What an import came to. */
export function ImportReport({ job, importing, back }: { job: ImportJob; importing: Importing; back: string }): ReactElement {
  const { say } = useShell();
  const { result, words, file } = job;
  const { imported = 0, updated = 0, kept = 0, failed = 0, stopped = false, rolledBack = false } = result ?? {};
  const isWhole = result !== undefined && !stopped && !rolledBack;
  const why = rolledBack ? (stopped ? 'importNothingStopped' : 'importNothingBad') : stopped ? 'importStoredStopped' : undefined;
  return (
    <div className="import-section-part">
      <h2>{say(stopped ? 'importStopped' : 'importResultDone')}</h2>
      <p className="import-section-file">{file}</p>
      <p role="status" className={isWhole ? 'import-report import-report-good' : 'import-report'}>
        {words}
        {why && say(why)}
        {result && !rolledBack && <b>{say('importStored', { imported, updated, kept, failed })}</b>}
      </p>
      <ImportFaults job={job} download={importing.download} />
      <p className="import-section-end">
        <PortalLink href={back} className="button">
          {say('importToList')}
        </PortalLink>
        <button type="button" className="button button-plain" onClick={() => importing.open(undefined)}>
          {say('importOther')}
        </button>
      </p>
    </div>
  );
}
