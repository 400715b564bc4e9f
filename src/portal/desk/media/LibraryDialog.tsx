import { useState, type ReactElement } from 'react';
import type { Upload } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { useShell } from '../../data/context';
import { useReply } from '../../data/useReply';
import { readEnding } from '../../ui/fileTypes';
import { ErrorMessage } from '../../ui/ErrorMessage';
import { toWidths } from '../../ui/Picture';
import { MediaDialog } from './MediaDialog';
import './LibraryDialog.css';

/** The kinds of files in the media library. */
type LibraryKind = NonNullable<Upload['library']>;

const pageSize = 24;
/** The media library answers no more at once: who looks for more says what. */
const most = 96;

interface LibraryDialogProps {
  kind?: LibraryKind;
  /** Endings of the names that are offered; all of the kind unless it is said. */
  types?: readonly string[] | undefined;
  onChoose: (address: string) => void;
  onClose: () => void;
}

/** Offers the files of one kind in the media library, the newest first, found by name, alternative text and credit. */
export function LibraryDialog({ kind = 'image', types, onChoose, onClose }: LibraryDialogProps): ReactElement {
  const { shell, say } = useShell();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const [size, setSize] = useState(pageSize);
  const { data, error, isLoading, mutate } = useReply(
    shell.calls?.['media.list'],
    { page: 1, size, kind, ...(keyword === '' ? {} : { keyword }) },
    { keepPreviousData: true, shouldRetryOnError: false },
  );
  const found = data?.rows ?? [];
  const rows = types ? found.filter((row) => types.includes(readEnding(String(row['address'])))) : found;
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
            {say(kind === 'image' ? 'mediaNone' : 'mediaNoFile')}
          </p>
        ) : (
          <ul className="library-dialog-grid">
            {rows.map((row) => (
              <li key={String(row['id'])}>
                <Choice row={row} isPicture={kind === 'image'} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        )}
        {(data?.total ?? 0) > found.length && size < most && (
          <button type="button" className="button button-plain" onClick={() => setSize(size + pageSize)}>
            {say('mediaMore')}
          </button>
        )}
      </div>
    </MediaDialog>
  );
}

function Choice({
  row,
  isPicture,
  onChoose,
}: { row: JsonObject; isPicture: boolean } & Pick<LibraryDialogProps, 'onChoose'>): ReactElement {
  const { say } = useShell();
  const [address, name, alt] = [String(row['address']), String(row['name']), String(row['alt'] ?? '')];
  return (
    <button type="button" className="library-dialog-choice" onClick={() => onChoose(address)}>
      {isPicture && <img {...toWidths(address, '200px', true)} src={address} alt="" loading="lazy" />}
      <span className="library-dialog-name">{name}</span>
      {isPicture && <span className="library-dialog-alt">{alt === '' ? say('mediaAltMissing') : alt}</span>}
    </button>
  );
}
