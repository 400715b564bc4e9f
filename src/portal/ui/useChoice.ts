import { useCallback, useState } from 'react';
import { useAfterPaint } from './useAfterPaint';

/** One of several things that are shown one at a time, such as the panels of tabs. */
export interface Choice<Name> {
  /** What was chosen last. */
  chosen: Name;
  /** What is shown: the same, but for the frame that shows that the choice was heard. */
  open: Name;
  /** Chooses as a visitor does. @param then is done when it is shown */
  choose: (name: Name, then?: () => void) => void;
  /** Shows something at once; one and the same function from render to render. */
  show: (name: Name) => void;
}

/** What is chosen, at first `first`: what is dear to show follows when the press is painted. */
export function useChoice<Name>(first: Name): Choice<Name> {
  const [chosen, setChosen] = useState(first);
  const [open, setOpen] = useState(first);
  const afterPaint = useAfterPaint();
  const choose = (name: Name, then?: () => void): void => {
    setChosen(name);
    afterPaint(() => {
      setOpen(name);
      then?.();
    });
  };
  const show = useCallback(
    (name: Name): void => {
      afterPaint();
      setChosen(name);
      setOpen(name);
    },
    [afterPaint],
  );
  return { chosen, open, choose, show };
}
