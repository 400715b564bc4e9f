import { useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { usePortal } from '../context';

/** A question with the words on its two buttons. */
export interface Question { title: string; text: ReactNode; confirm?: string; cancel?: string }

interface Asked extends Question { answer: (agreed: boolean) => void }

/**
 * Asks questions in a dialog, one at a time.
 * @returns `ask`, which settles with whether the visitor agreed (closing the dialog is no agreement), and the dialog to render
 */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactElement | null } {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback((question: Question) => new Promise<boolean>((resolve) => {
    setAsked({ ...question, answer: (agreed) => { setAsked(undefined); resolve(agreed); } });
  }), []);
  return { ask, dialog: asked ? <ConfirmDialog {...asked} /> : null };
}

function ConfirmDialog({ title, text, confirm, cancel, answer }: Asked): ReactElement {
  const { say } = usePortal();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const asker = document.activeElement;
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
    // A dialog that is taken away, unlike one that is closed, does not give the focus back.
    return () => { if (document.activeElement === document.body && asker instanceof HTMLElement) asker.focus({ preventScroll: true }); };
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-label={title} onClose={() => answer(false)}>
      <div className="dialog-body">
        <h2 className="dialog-title">{title}</h2>
        {typeof text === 'string' ? <Paragraphs text={text} /> : text}
        <div className="dialog-answers">
          <button type="button" className="button button-plain" onClick={() => answer(false)}>{cancel || say('cancel')}</button>
          <button type="button" className="button" onClick={() => answer(true)}>{confirm || say('ok')}</button>
        </div>
      </div>
    </dialog>
  );
}

/** Plain words, a paragraph for each line. */
export function Paragraphs({ text }: { text: string }): ReactElement {
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '');
  return <div className={`dialog-text ${lines.length > 1 ? 'dialog-terms' : ''}`.trim()} {...(lines.length > 1 ? { tabIndex: 0 } : {})}>{lines.map((line, index) => <p key={index}>{line}</p>)}</div>;
}
