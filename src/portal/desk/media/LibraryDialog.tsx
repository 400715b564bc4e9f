import { useState, type ReactElement } from 'react';
import type { JsonObject } from '../../../model/json';
import { useShell } from '../../data/context';
import { useReply } from '../../data/useReply';
import { ErrorMessage } from '../../ui/ErrorMessage';
import { toWidths } from '../../ui/Picture';
import { MediaDialog } from './MediaDialog';
import './LibraryDialog.css';

const pageSize = 24;
/** The media library answers no more at once: who looks for more says what. */
const most = 96;

/** Offers the pictures of the media library, the newest first, found by name, alternative text and credit. */
export function LibraryDialog({ onChoose, onClose }: { onChoose: (address: string) => void; onClose: () => void }): ReactElement {
  const { shell, say } = useShell();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const [size, setSize] = useState(pageSize);
  const { data, error, isLoading, mutate } = useReply(
    shell.calls?.['media.list'],
    { page: 1, size, kind: 'image', ...(keyword === '' ? {} : { keyword }) },
    { keepPreviousData: true, shouldRetryOnError: false },
  );
  const rows = data?.rows ?? [];
  const search = (): void => {
    setSize(pageSize);
    setKeyword(typed.trim());
  };
  return (
    <MediaDialog title={say('mediaChoose')} onClose={onClose}>
      <div className="library-dialog">
        <div role="search" className="library-dialog-search">
          <input
            className="input"
            type="search"
            value={typed}
            aria-label={say('mediaSearch')}
            placeholder={say('mediaSearch')}
            maxLength={100}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It stands within the form that is filled in, which is not sent by it.
              event.preventDefault();
              search();
            }}
          />
          <button type="button" className="button button-secondary" onClick={search}>
            {say('search')}
          </button>
        </div>
        {error ? (
          <ErrorMessage words={error.message} again={say('retry')} onAgain={() => void mutate()} />
        ) : isLoading && rows.length === 0 ? (
          <p className="quiet" role="status">
            {say('loading')}
          </p>
        ) : rows.length === 0 ? (
          <p className="quiet" role="status">
            {say('mediaNone')}
          </p>
        ) : (
          <ul className="library-dialog-grid">
            {rows.map((row) => (
              <li key={String(row['id'])}>
                <Choice row={row} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        )}
        {(data?.total ?? 0) > rows.length && size < most && (
          <button type="button" className="button button-plain" onClick={() => setSize(size + pageSize)}>
            {say('mediaMore')}
          </button>
        )}
      </div>
    </MediaDialog>
  );
}

function Choice({ row, onChoose }: { row: JsonObject; onChoose: (address: string) => void }): ReactElement {
  const { say } = useShell();
  const [address, name, alt] = [String(row['address']), String(row['name']), String(row['alt'] ?? '')];
  return (
    <button type="button" className="library-dialog-choice" onClick={() => onChoose(address)}>
      <img {...toWidths(address, '200px', true)} src={address} alt="" loading="lazy" />
      <span className="library-dialog-name">{name}</span>
      <span className="library-dialog-alt">{alt === '' ? say('mediaAltMissing') : alt}</span>
    </button>
  );
}
