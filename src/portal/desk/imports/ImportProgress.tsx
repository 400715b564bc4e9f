import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import type { ImportJob } from './importJob';

const titles = { reading: 'importReading', checking: 'importChecking', running: 'importRunning' } as const;

/** How far an import is, and a way to stop it. */
export function ImportProgress({ job: { state, file, progress }, stop }: { job: ImportJob; stop: () => void }): ReactElement {
  const { say } = useShell();
  const title = say(titles[state === 'checking' || state === 'running' ? state : 'reading']);
  const isRead = state === 'reading';
  const { rows, failed, share } = progress;
  return (
    <div className="import-section-part import-progress">
      <h2>{title}</h2>
      <p className="import-section-file">{file}</p>
      <progress {...(isRead ? {} : { value: share })} max={1} aria-label={title} />
      {!isRead && (
        <>
          <p aria-live="off">
            <b>{`${Math.round(share * 100)}%`}</b> {say('importRowsSoFar', { rows, failed })}
          </p>
          <button type="button" className="button button-plain" onClick={stop}>
            {say('importStop')}
          </button>
        </>
      )}
    </div>
  );
}
