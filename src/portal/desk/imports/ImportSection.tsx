import { useEffect, useRef, type ReactElement } from 'react';
import { formatDateTime, parseTime } from '../../../runtime/time';
import { useShell } from '../../data/context';
import { ErrorMessage } from '../../ui/ErrorMessage';
import type { SectionOf, SectionProps } from '../../ui/kindProps';
import { ImportFile } from './ImportFile';
import { ImportPlan } from './ImportPlan';
import { ImportProgress } from './ImportProgress';
import { ImportReport } from './ImportReport';
import { type ImportJob, type ImportResult, isUnderWay, stateWords } from './importJob';
import { useImport } from './useImport';
import './ImportSection.css';

/** Brings items in from a file, step by step: the file, what its columns are, a check of all rows, the import itself. */
export function ImportSection({ section }: SectionProps<SectionOf<'import'>>): ReactElement {
  const { say } = useShell();
  const importing = useImport(section);
  const { job, fault, earlier, open } = importing;
  const place = useRef<HTMLDivElement>(null);
  const step = job?.state ?? (importing.pending ? 'pending' : 'file');
  const seen = useRef(step);
  useEffect(() => {
    // What was pressed is gone with the step before.
    if (seen.current !== step && !place.current?.contains(document.activeElement)) place.current?.focus();
    seen.current = step;
  }, [step]);
  return (
    <div className="wrap import-section" ref={place} tabIndex={-1}>
      {fault !== '' && (
        <p className="import-section-fault" role="alert">
          {fault}
        </p>
      )}
      {!job && (importing.pending ? <p role="status">{say('importReading')}</p> : <ImportFile importing={importing} />)}
      {job && <Step job={job} importing={importing} back={section.back} />}
      {!job && !importing.pending && earlier.length > 0 && (
        <section className="import-section-part">
          <h2>{say('importEarlier')}</h2>
          <Earlier jobs={earlier} open={open} />
        </section>
      )}
    </div>
  );
}

function Step({ job, importing, back }: { job: ImportJob; importing: ReturnType<typeof useImport>; back: string }): ReactElement {
  const { say } = useShell();
  const { open } = importing;
  if (isUnderWay(job)) return <ImportProgress job={job} stop={() => importing.run('cancel')} />;
  if (job.state === 'ready') return <ImportPlan key={job.id} job={job} importing={importing} />;
  if (job.state === 'done') return <ImportReport job={job} importing={importing} back={back} />;
  return (
    <div className="import-section-part">
      <p className="import-section-file">{job.file}</p>
      <ErrorMessage words={job.words} again={say('importOther')} onAgain={() => open(undefined)} />
    </div>
  );
}

function Earlier({ jobs, open }: { jobs: readonly ImportJob[]; open: (id: string) => void }): ReactElement {
  const { say } = useShell();
  const describe = ({ imported, updated, kept, failed }: ImportResult): string => say('importStored', { imported, updated, kept, failed });
  return (
    <div className="import-section-scroll" tabIndex={0} role="region" aria-label={say('importEarlier')}>
      <table className="import-section-table">
        <thead>
          <tr>
            {(['importEarlierFile', 'importEarlierWhen', 'importEarlierWho', 'importEarlierState'] as const).map((head) => (
              <th key={head} scope="col">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ id, file, at, by, state, words, result }) => (
            <tr key={id}>
              <td>
                <button type="button" className="quiet-link" onClick={() => open(id)}>
                  {file}
                </button>
              </td>
              <td>{formatDateTime(parseTime(at) ?? 0)}</td>
              <td>{by}</td>
              <td>
                {say(stateWords[state])}
                {words !== '' && <span className="quiet">{`：${words}`}</span>}
                {state === 'done' && result && <span className="quiet">{`：${describe(result)}`}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
