import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useShell } from '../data/context';
import { useNotices } from './notices';
import './Toasts.css';

/** Milliseconds that a message is visible unless the pointer rests on it (ledger CONV-11). */
const usualTime = 1500;

/**
 * Messages of failed calls (ledger CONV-26). They are seen for a moment; for assistive technology they stay in the live region
 * until the next ones replace them.
 */
export function Toasts({ messages, time = usualTime }: { messages: readonly string[]; time?: number }): ReactElement {
  const { say } = useShell();
  const notices = useNotices();
  const [shown, setShown] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState(false);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    setShown(messages);
    setSeen(messages.length > 0);
  }, [messages]);
  useEffect(() => {
    if (!seen || held) return undefined;
    const timer = setTimeout(() => setSeen(false), time);
    return () => clearTimeout(timer);
  }, [seen, held, time]);
  const place = useRef<HTMLDivElement>(null);
  useTopLayer(place, seen, notices);
  return (
    <div ref={place} className="toasts" role="alert" {...popover} onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
      {[...new Set(shown)].map((message) => (
        <p key={message} className={seen ? 'toasts-item' : 'unseen'}>
          {message || say('errorBusy')}
        </p>
      ))}
      {notices.map(({ id, text, tone }) => (
        <p key={id} className={`toasts-item toasts-${tone}`}>
          {text}
        </p>
      ))}
    </div>
  );
}

/** React 18 knows no types for it. */
const popover = { popover: 'manual' };

/** Messages lie above dialogs, also above those that have opened since the last one; where browsers know no popovers, below. */
function useTopLayer(place: RefObject<HTMLElement>, seen: boolean, notices: readonly unknown[]): void {
  const visible = seen || notices.length > 0;
  useEffect(() => {
    const element = place.current;
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (visible) element.showPopover();
  }, [place, visible, notices]);
}
