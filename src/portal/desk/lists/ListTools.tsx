import { useState, type ReactElement } from 'react';
import type { DeskListPayload } from '../../../model/payload';
import { useShell } from '../../data/context';
import type { List } from '../../lists/useList';
import { RevealDialog } from './RevealDialog';
import { useExport, type ExportFormat } from './useExport';
import './ListTools.css';

interface ListToolsProps {
  list: List;
  desk: DeskListPayload;
}

const formats: readonly (readonly [ExportFormat, 'deskExportCsv' | 'deskExportXlsx'])[] = [
  ['csv', 'deskExportCsv'],
  ['xlsx', 'deskExportXlsx'],
];

/** What can be done with a list of the desk as a whole. */
export function ListTools({ list, desk }: ListToolsProps): ReactElement | null {
  const { say } = useShell();
  const { busy, exportList } = useExport();
  const [asked, setAsked] = useState<ExportFormat>();
  if (!list.ok || list.total === 0) return null;
  return (
    <div className="list-tools">
      <button type="button" className="button button-plain button-small" onClick={() => window.print()}>
        {say('print')}
      </button>
      {(desk.exports ? formats : []).map(([format, label]) => (
        <button
          key={format}
          type="button"
          className="button button-plain button-small"
          aria-disabled={busy !== undefined || undefined}
          aria-haspopup={desk.reveals ? 'dialog' : undefined}
          onClick={() => (desk.reveals ? setAsked(format) : void exportList(format))}
        >
          {say(busy === format ? 'deskExportBusy' : label)}
        </button>
      ))}
      {asked && (
        <RevealDialog
          label={say(formats.find(([format]) => format === asked)?.[1] ?? 'deskExport')}
          total={list.total}
          onExport={(reason) => {
            setAsked(undefined);
            void exportList(asked, reason);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
