import { useId, useRef, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { useModal } from '../../ui/useModal';
import '../../ui/Dialog.css';

/** Words above the picker that the visitor has to acknowledge (ledger PICK-15); the focus goes back to where it was. */
export function PickerAlert({ words, onClose }: { words: string; onClose: () => void }): ReactElement {
  const { say } = useShell();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      onClose={onClose}
    >
      <div className="dialog-body">
        <h2 id={`${id}-title`} className="dialog-title">
          {say('reminder')}
        </h2>
        <p id={`${id}-words`} className="dialog-text">
          {words}
        </p>
        <div className="dialog-answers">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {say('confirm')}
          </button>
        </div>
      </div>
    </dialog>
  );
}
