import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Dialog } from '../../ui/Dialog';
import './RevealDialog.css';

interface RevealDialogProps {
  /** The words of the button. */
  label: string;
  total: number;
  /** Takes the reason; empty: names and phones stay masked. */
  onExport: (reason: string) => void;
  onClose: () => void;
}

/** Asks whether names and phones are to be taken out whole, and why. */
export function RevealDialog({ label, total, onExport, onClose }: RevealDialogProps): ReactElement {
  const { say } = useShell();
  const id = useId();
  const [whole, setWhole] = useState(false);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const reason = whole ? String(new FormData(event.currentTarget).get('reason') ?? '').trim() : '';
    if (whole && reason === '') setMissing(true);
    else onExport(reason);
  };
  return (
    <Dialog title={say('deskExportSay', { total })} onClose={onClose}>
      <form className="reveal-dialog" onSubmit={submit} noValidate>
        <label className="reveal-dialog-choice">
          <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} />
          {say('deskExportReveal')}
        </label>
        {whole && (
          <p className="reveal-dialog-field">
            <label htmlFor={id}>{say('deskExportReason')}</label>
            <input
              id={id}
              className="input"
              name="reason"
              maxLength={200}
              required
              autoFocus
              aria-invalid={missing || undefined}
              aria-describedby={`${id}-hint`}
              onChange={() => setMissing(false)}
            />
            <span id={`${id}-hint`} className={missing ? 'input-error' : 'quiet'} role={missing ? 'alert' : undefined}>
              {say(missing ? 'deskExportReasonNeeded' : 'deskExportReasonHint')}
            </span>
          </p>
        )}
        <p className="reveal-dialog-end">
          <button type="submit" className="button">
            {label}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
