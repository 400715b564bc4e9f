import { useEffect, useState, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { Target } from '../../../runtime/action';
import { useShell } from '../../data/context';
import { notify } from '../notices';
import { Dialog } from '../Dialog';
import { useLatest } from '../../data/useLatest';
import { useAgreement } from './useAgreement';

/**
 * Does what a press on an opener asks for, each time it is pressed: asks the target's question, then tells its words in a dialog or in
 * passing. Where a target has an address, agreeing follows it.
 * @param onAgreed what follows the question otherwise
 */
export function TargetDialogs({ target, presses, onAgreed }: { target: Target; presses: number; onAgreed?: () => void }): ReactElement {
  const { say } = useShell();
  const { agreed, dialog } = useAgreement(target);
  const [told, setTold] = useState(false);
  const open = async (): Promise<void> => {
    if (!(await agreed())) return;
    if (target.toast !== undefined) notify(target.toast, target.action.tone);
    setTold(target.notice !== undefined);
    onAgreed?.();
  };
  const latest = useLatest(open);
  useEffect(() => {
    void latest.current();
  }, [presses, latest]);
  // Beside the heading of a card, not within it.
  return createPortal(
    <>
      {dialog}
      {told && (
        <Dialog title={target.label || say('notice')} onClose={() => setTold(false)}>
          <p className="dialog-text">{target.notice}</p>
        </Dialog>
      )}
    </>,
    document.body,
  );
}
