import { useRef, type ReactElement, type ReactNode } from 'react';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import { useModal } from '../../ui/useModal';
import '../../ui/Dialog.css';
import './MediaDialog.css';

/** A dialog with room for pictures; Escape, its button and a click beside it close it. */
export function MediaDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }): ReactElement {
  const { say } = useShell();
  const dialog = useRef<HTMLDialogElement>(null);
  const closedBeside = useModal(dialog);
  return (
    <dialog ref={dialog} className="dialog media-dialog" aria-label={title} onClose={onClose} {...closedBeside}>
      <div className="dialog-body">
        <button type="button" className="dialog-close" aria-label={say('close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
        <h2 className="dialog-title">{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
