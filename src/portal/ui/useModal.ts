import { useEffect, useRef, type MouseEventHandler, type RefObject } from 'react';

/** What a dialog needs to be closed by a click beside it. */
export interface ClosedBeside {
  onPointerDown: MouseEventHandler<HTMLDialogElement>;
  onClick: MouseEventHandler<HTMLDialogElement>;
}

const presses = ['mousedown', 'click'] as const;

/** Lets the second press of a double one, of which the first has taken a dialog away, go nowhere: what lay beneath the dialog was not meant. */
function dropSecondPress(): void {
  const judge = (event: MouseEvent): void => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else for (const press of presses) window.removeEventListener(press, judge, true);
  };
  for (const press of presses) window.addEventListener(press, judge, true);
}

/**
 * Opens a native dialog above everything else as long as its component is there; afterwards the focus goes back to where it was.
 * @returns handlers for the dialog: a click that began and ended beside it closes it, the end of a selection does not
 */
export function useModal(dialog: RefObject<HTMLDialogElement>): ClosedBeside {
  const began = useRef(false);
  useEffect(() => {
    const opener = document.activeElement;
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
    // A dialog that is taken away, unlike one that is closed, does not give the focus back.
    return () => {
      dropSecondPress();
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [dialog]);
  return {
    onPointerDown: (event) => {
      began.current = event.target === dialog.current;
    },
    onClick: (event) => {
      if (began.current && event.target === dialog.current) dialog.current?.close();
    },
  };
}
