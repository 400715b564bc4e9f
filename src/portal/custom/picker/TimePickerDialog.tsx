import { useEffect, useId, useRef, type ReactElement, type RefObject } from 'react';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import { useModal } from '../../ui/useModal';
import type { PickerProps } from './kinds';
import '../../ui/Dialog.css';
import './picker.css';
import { PickerAlert } from './PickerAlert';
import { PickerBody } from './PickerBody';
import { usePicker } from './usePicker';

/** The picker in a dialog above the page. Escape and its button close it without a choice; the focus goes back to where it was. */
export function TimePickerDialog(props: PickerProps): ReactElement {
  const { onPick, onClose } = props;
  const { labels } = props.settings;
  const { say } = useShell();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const picker = usePicker(props);
  useOpening(dialog, title, picker.ready);
  const confirm = (): void => {
    const venueTime = picker.confirm();
    if (venueTime === undefined) return;
    onPick(venueTime);
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog picker-dialog"
      aria-labelledby={id}
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={`picker ${picker.hours.continuous ? 'picker-continuous' : ''}`.trim()}>
        <div className="picker-head">
          <h2 ref={title} id={id} className="dialog-title" tabIndex={-1}>
            {labels.title}
          </h2>
          <button type="button" className="dialog-close" aria-label={say('close')} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        <PickerBody picker={picker} labels={labels} onConfirm={confirm} />
      </div>
      {picker.blocked && <PickerAlert words={labels.takenRange} onClose={picker.dismiss} />}
    </dialog>
  );
}

/** The focus waits on the title and, unless the visitor has moved it, goes to the picked day once the days are there. */
function useOpening(dialog: RefObject<HTMLDialogElement>, title: RefObject<HTMLElement>, ready: boolean): void {
  useModal(dialog);
  useEffect(() => title.current?.focus(), [title]);
  useEffect(() => {
    if (ready && document.activeElement === title.current) dialog.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
  }, [dialog, title, ready]);
}
