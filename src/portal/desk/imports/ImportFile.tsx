import { useId, useState, type DragEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import type { Importing } from './useImport';
import './ImportFile.css';

/** Takes the file: chosen, or dropped here. */
export function ImportFile({ importing: { sent, send } }: { importing: Importing }): ReactElement {
  const { say } = useShell();
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) send(file);
  };
  return (
    <div
      className={over ? 'import-file import-file-over' : 'import-file'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {sent === undefined ? (
        <>
          <input
            id={id}
            className="import-file-input"
            type="file"
            accept=".xlsx,.csv,.tsv,.txt,.json,.geojson,.ndjson,.jsonl"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) send(file);
              target.value = '';
            }}
          />
          <label htmlFor={id} className="button">
            {say('importChoose')}
          </label>
          <p className="import-file-drop">{say('importDrop')}</p>
          <p id={`${id}-hint`} className="quiet">
            {say('importChooseHint')}
          </p>
        </>
      ) : (
        <p role="status" className="import-file-sending">
          {say('importSending')}
          <progress value={sent} max={1} aria-label={say('importSending')} />
        </p>
      )}
    </div>
  );
}
