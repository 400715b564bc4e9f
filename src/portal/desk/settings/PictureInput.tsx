import { useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { LibraryDialog } from '../media/LibraryDialog';

interface PictureInputProps {
  id: string;
  label: string;
  value: string;
  described: string;
  invalid: boolean;
  onChange: (value: string) => void;
}

/** Addresses that browsers can ask for: what is typed is none until it begins like one. */
const address = /^(?:\/(?!\/)|https:\/\/)\S+$/;

/** The address of a picture, which is shown; it can be chosen from the media library. */
export function PictureInput({ id, label, value, described, invalid, onChange }: PictureInputProps): ReactElement {
  const { shell, say } = useShell();
  const [choosing, setChoosing] = useState(false);
  return (
    <span className="settings-picture">
      {address.test(value) && <img className="settings-picture-shown" src={value} alt="" />}
      <input
        id={id}
        className="input"
        aria-describedby={described}
        aria-invalid={invalid || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {shell.calls?.['media.list'] && (
        <button
          type="button"
          className="button button-secondary"
          aria-label={say('mediaChooseOf', { label })}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {say('mediaChoose')}
        </button>
      )}
      {choosing && (
        <LibraryDialog
          onChoose={(chosen) => {
            setChoosing(false);
            onChange(chosen);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </span>
  );
}
