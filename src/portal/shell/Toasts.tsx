import { useEffect, useState, type ReactElement } from 'react';
import { usePortal } from '../context';
import { useNotices } from '../notices';

/** Milliseconds that a message is visible unless the pointer rests on it (ledger CONV-11). */
const usualTime = 1500;

/**
 * Messages of failed calls (ledger CONV-26). They are seen for a moment; for assistive technology they stay in the live region
 * until the next ones replace them.
 */
export function Toasts({ messages, time = usualTime }: { messages: readonly string[]; time?: number }): ReactElement {
  const { say } = usePortal();
  const notices = useNotices();
  const [shown, setShown] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState(false);
  const [held, setHeld] = useState(false);
  useEffect(() => { setShown(messages); setSeen(messages.length > 0); }, [messages]);
  useEffect(() => {
    if (!seen || held) return undefined;
    const timer = setTimeout(() => setSeen(false), time);
    return () => clearTimeout(timer);
  }, [seen, held, time]);
  return (
    <div className="toasts" role="alert" onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)}>
      {[...new Set(shown)].map((message) => <p key={message} className={seen ? 'toast' : 'unseen'}>{message || say('errorBusy')}</p>)}
      {notices.map(({ id, text, tone }) => <p key={id} className={`toast toast-${tone}`}>{text}</p>)}
    </div>
  );
}
