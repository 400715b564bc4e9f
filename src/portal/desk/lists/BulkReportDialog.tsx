import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Dialog } from '../../ui/Dialog';
import { showBulkReport, useBulkReport } from './bulkReport';
import './BulkReportDialog.css';

/** Tells what did not come of something that was done with several lines, until whoever did it has read it. */
export function BulkReportDialog(): ReactElement | null {
  const { say } = useShell();
  const report = useBulkReport();
  if (!report) return null;
  const { label, failed, undone } = report;
  const close = (): void => showBulkReport(undefined);
  return (
    <Dialog title={label} onClose={close}>
      {failed.length > 0 && (
        <>
          <p>{say('deskBulkFailed', { count: failed.length })}</p>
          <ul className="bulk-report-dialog-list">
            {failed.map(({ title, message }, index) => (
              <li key={index}>
                <b>{title}</b> {message}
              </li>
            ))}
          </ul>
        </>
      )}
      {undone > 0 && <p>{say('deskBulkStopped', { count: undone })}</p>}
      <p className="bulk-report-dialog-end">
        <button type="button" className="button" onClick={close}>
          {say('confirm')}
        </button>
      </p>
    </Dialog>
  );
}
