import { useId, useState, type ReactElement } from 'react';
import type { JsonObject } from '../../../model/json';
import { useShell } from '../../data/context';
import { notify, tellFailure } from '../../ui/notices';
import { FocusPad } from './FocusPad';
import { MediaDialog } from './MediaDialog';
import './DescribeDialog.css';

const longestAlt = 300;

interface DescribeDialogProps {
  address: string;
  /** What the media library says of it. */
  file: JsonObject;
  onClose: () => void;
  /** Called once it is stored. */
  onSaved: () => void;
}

/** Asks what is seen in a picture and which point of it stays where it is cropped: kept with the file, so that all who use it profit. */
export function DescribeDialog({ address, file, onClose, onSaved }: DescribeDialogProps): ReactElement {
  const { shell, say, call } = useShell();
  const id = useId();
  const [alt, setAlt] = useState(String(file['alt'] ?? ''));
  const [focus, setFocus] = useState(String(file['focus'] ?? ''));
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    const describe = shell.calls?.['media.describe'];
    if (!describe || saving) return;
    setSaving(true);
    const reply = await call(describe, { id: String(file['id'] ?? ''), alt, focus });
    setSaving(false);
    if (!reply.ok) return tellFailure(reply);
    notify(reply.message ?? '', 'positive');
    onSaved();
    onClose();
  };
  return (
    <MediaDialog title={say('mediaDescribeOf', { name: String(file['name'] ?? '') })} onClose={onClose}>
      <div className="describe-dialog">
        <label className="describe-dialog-label" htmlFor={`${id}-alt`}>
          {say('mediaAlt')}
        </label>
        <p id={`${id}-help`} className="quiet">
          {say('mediaAltHint')}
        </p>
        <textarea
          id={`${id}-alt`}
          className="input"
          rows={2}
          maxLength={longestAlt}
          value={alt}
          aria-describedby={`${id}-help`}
          onChange={(event) => setAlt(event.target.value)}
        />
        <p className="describe-dialog-label">{say('mediaFocus')}</p>
        <p id={`${id}-focus-help`} className="quiet">
          {say('mediaFocusHint')}
        </p>
        <FocusPad
          id={`${id}-focus`}
          picture={address}
          value={focus}
          onChange={setFocus}
          label={say('mediaFocus')}
          describedBy={`${id}-focus-help`}
        />
        <button type="button" className="button" aria-busy={saving} onClick={() => void save()}>
          {say('deskSave')}
        </button>
      </div>
    </MediaDialog>
  );
}
