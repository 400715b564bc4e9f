import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { CallValues } from '../../../runtime/pageData';
import { useShell } from '../../data/context';
import { ImportColumns } from './ImportColumns';
import { ImportFaults } from './ImportFaults';
import { ImportManner, type Manner } from './ImportManner';
import { type ImportJob, toChoice, toMap } from './importJob';
import type { Importing } from './useImport';
import './ImportReport.css';

/** What the columns are and how rows are stored, the check of all rows, and then the import. */
export function ImportPlan({ job, importing }: { job: ImportJob; importing: Importing }): ReactElement {
  const { say } = useShell();
  const [choice, setChoice] = useState(() => toChoice(job.map));
  const map = toMap(choice);
  const usual = { bad: 'skip', existing: job.mayPublish ? 'fill' : 'keep', state: job.mayPublish ? 'publish' : 'draft' };
  const [manner, setManner] = useState<Manner>(job.manner ?? usual);
  const { result } = job;
  const found = useRef<HTMLDivElement>(null);
  useEffect(() => found.current?.focus(), []);
  const isChecked = result?.dry === true && !result.stopped && JSON.stringify(map) === JSON.stringify(toMap(toChoice(job.map)));
  const values: CallValues = { map: JSON.stringify(map), ...manner };
  const label = say(result ? 'importCheckAgain' : 'importCheck');
  const check = (
    <button
      type="button"
      className={isChecked ? 'button button-plain' : 'button'}
      aria-disabled={importing.busy || undefined}
      onClick={() => importing.run('check', values)}
    >
      {label}
    </button>
  );
  return (
    <>
      <div className="import-section-part">
        <p className="import-section-file">
          {job.file}
          <button type="button" className="quiet-link" onClick={() => importing.open(undefined)}>
            {say('importOther')}
          </button>
        </p>
        <h2>{say('importColumnsTitle')}</h2>
        <ImportColumns job={job} choice={choice} onChange={setChoice} />
      </div>
      <div className="import-section-part">
        <h2>{say('importMannerTitle')}</h2>
        <ImportManner manner={manner} onChange={setManner} mayPublish={job.mayPublish} hasIds={map['/id'] !== undefined} />
      </div>
      {job.words !== '' && (
        <p className="import-section-fault" role="alert">
          {job.words}
        </p>
      )}
      {result && (
        <div className="import-section-part" ref={found} tabIndex={-1}>
          <h2>{say('importResultTitle')}</h2>
          <CheckResult job={job} />
          <ImportFaults job={job} download={importing.download} />
        </div>
      )}
      <p className="import-section-end">
        {isChecked && (
          <button type="button" className="button" aria-disabled={importing.busy || undefined} onClick={() => importing.run('run', values)}>
            {say('importStart')}
          </button>
        )}
        {check}
        {!isChecked && <span className="quiet">{say('importCheckFirst')}</span>}
      </p>
    </>
  );
}

function CheckResult({ job: { result } }: { job: ImportJob }): ReactElement | null {
  const { say } = useShell();
  if (!result) return null;
  const { total, failed, imported, updated, kept, stopped } = result;
  const text = stopped ? 'importCheckStopped' : failed === 0 ? 'importCheckedGood' : 'importCheckedBad';
  return (
    <p role="status" className={failed === 0 && !stopped ? 'import-report import-report-good' : 'import-report'}>
      {say(text, { total, failed, imported, updated: updated + kept })}
    </p>
  );
}
