import { useState, type ReactElement } from 'react';
import { joinAddresses, splitAddresses } from '../../../runtime/upload';
import { useShell } from '../../data/context';
import { useReply } from '../../data/useReply';
import { fileKinds, isFileKind } from '../../forms/fields/fileKinds';
import { UploadField } from '../../forms/fields/UploadField';
import type { FieldProps } from '../../forms/fields/kinds';
import { toWidths } from '../../ui/Picture';
import { DescribeDialog } from './DescribeDialog';
import { LibraryDialog } from './LibraryDialog';
import './LibraryField.css';

const uploaded = /^\/files\/[\w-]{22}\./;

/** Files at the desk: uploaded as everywhere or chosen from the media library where their field says so; pictures always, and they are described where they are. */
export function LibraryField(props: FieldProps): ReactElement {
  const { field, value, onChange } = props;
  const { upload = { source: '' } } = field;
  const { shell, say } = useShell();
  const [choosing, setChoosing] = useState(false);
  const library = upload.library ?? (field.field === 'image' ? 'image' : undefined);
  // Pictures that the library keeps can be shown whatever they are.
  const offered = library === 'image' || !isFileKind(field.field) ? undefined : (upload.types ?? fileKinds[field.field].types);
  const addresses = splitAddresses(upload, value);
  const count = upload.count ?? 1;
  const choose = (address: string): void => {
    // One takes the place of the other; of several it is the next.
    onChange(joinAddresses(upload, count === 1 ? [address] : [...addresses.filter((other) => other !== address), address]));
    setChoosing(false);
  };
  return (
    <>
      <UploadField {...props} />
      {library && shell.calls?.['media.list'] && (
        <div className="library-field">
          {(count === 1 || addresses.length < count) && (
            <button type="button" className="button button-secondary" onClick={() => setChoosing(true)}>
              {say('mediaChoose')}
            </button>
          )}
          {library === 'image' && addresses.some((address) => uploaded.test(address)) && (
            <ul className="library-field-list">
              {addresses.map((address) => uploaded.test(address) && <Described key={address} address={address} />)}
            </ul>
          )}
        </div>
      )}
      {choosing && <LibraryDialog kind={library} types={offered} onChoose={choose} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** What the library says of a picture of the field; nothing of one that is not in it. */
function Described({ address }: { address: string }): ReactElement | null {
  const { shell, say } = useShell();
  const [open, setOpen] = useState(false);
  const { data, mutate } = useReply(shell.calls?.['media.item'], { id: address }, { shouldRetryOnError: false });
  const file = data?.item;
  if (!file) return null;
  const alt = String(file['alt'] ?? '');
  const name = String(file['name'] ?? '');
  return (
    <li className="library-field-item">
      <img {...toWidths(address, '64px', false)} src={address} alt="" width={64} height={48} />
      <span className={alt === '' ? 'library-field-missing' : 'library-field-alt'}>{alt === '' ? say('mediaAltMissing') : alt}</span>
      {shell.calls?.['media.describe'] && (
        <button type="button" className="quiet-link" aria-label={say('mediaDescribeOf', { name })} onClick={() => setOpen(true)}>
          {say('mediaDescribe')}
        </button>
      )}
      {open && <DescribeDialog address={address} file={file} onClose={() => setOpen(false)} onSaved={() => void mutate()} />}
    </li>
  );
}
