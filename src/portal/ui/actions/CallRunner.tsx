import { useEffect, type ReactElement } from 'react';
import type { Target } from '../../../runtime/action';
import { useLatest } from '../../data/useLatest';
import { useCallAction } from './useCallAction';
import { useFocusNear } from './useFocusNear';

/** Makes the call of an action each time that its button was pressed, and shows the dialogs that come of it. */
export function CallRunner({
  target,
  presses,
  onBusy,
}: {
  target: Target;
  presses: number;
  onBusy: (busy: boolean) => void;
}): ReactElement | null {
  const { act, busy, dialog } = useCallAction(target);
  const latest = useLatest(act);
  useFocusNear(presses);
  useEffect(() => latest.current(), [presses, latest]);
  useEffect(() => onBusy(busy), [busy, onBusy]);
  return dialog;
}
