import { useRef, type ReactElement, type ReactNode } from 'react';
import { useShell } from '../data/context';
import { Icon } from './icons';
import { useModal } from './useModal';
import './Dialog.css';

/** A dialog above the page; Escape, its button and a click beside it close it, the focus goes back to where it was. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }): ReactElement {
  const { say } = useShell();
  const dialog = useRef<HTMLDialogElement>(null);
  const closedBeside = useModal(dialog);
  return (
    <dialog ref={dialog} className="dialog" aria-label={title} onClose={onClose} {...closedBeside}>
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
