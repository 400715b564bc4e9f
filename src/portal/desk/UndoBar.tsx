import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { asObject, asString } from '../../model/json';
import { usePage, usePageState, useShell } from '../data/context';
import { notify } from '../ui/notices';
import './UndoBar.css';

/** A decision that can still be taken back. */
interface Undoable {
  ids: string;
  text: string;
  /** When it no longer can, by the clock of this browser; the server said for how long. */
  until: number;
}

/** Milliseconds within which the server has what is due take effect. */
const settlingMs = 1_500;

/**
 * Says what was decided a moment ago, for as long as it can be taken back. The server knows it: a page that is loaded anew says it too. A list is
 * fetched anew once the decision took effect.
 */
export function UndoBar(): ReactElement {
  const { say, shell, call } = useShell();
  const { page } = usePage();
  const { retry } = usePageState();
  const { pathname, search } = useLocation();
  const [last, setLast] = useState<Undoable>();
  const [now, setNow] = useState(0);
  const [isTakingEffect, setIsTakingEffect] = useState(false);
  const { kind } = page.definition;
  const { undoable, undo } = shell.calls ?? {};
  const look = useCallback(async (): Promise<void> => {
    if (!undoable) return;
    const item = asObject((await call(undoable, {})).item);
    const [ids, text, milliseconds] = [asString(item['ids']), asString(item['text']), Number(item['milliseconds'])];
    setNow(Date.now());
    setLast(ids === '' ? undefined : { ids, text, until: Date.now() + milliseconds });
  }, [call, undoable]);
  useEffect(() => void look(), [look, pathname, search, page]);
  useEffect(() => {
    if (!last) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < last.until) return;
      setLast(undefined);
      setIsTakingEffect(true);
    }, 250);
    return () => clearInterval(timer);
  }, [last]);
  useEffect(() => {
    if (!isTakingEffect) return undefined;
    const timer = setTimeout(() => {
      setIsTakingEffect(false);
      if (kind === 'list' || kind === 'composed') retry();
    }, settlingMs);
    return () => clearTimeout(timer);
  }, [isTakingEffect, kind, retry]);
  const takeBack = async (): Promise<void> => {
    if (!undo || !last) return;
    setLast(undefined);
    const reply = await call(undo, { ids: last.ids });
    notify(reply.message ?? '', reply.ok ? 'positive' : 'danger', 4000);
    retry();
  };
  return (
    <div className="undo-bar" role="status">
      {last && (
        <p className="undo-bar-words">
          {last.text}
          <span className="quiet" aria-hidden="true">
            {say('deskUndoIn', { count: Math.max(1, Math.ceil((last.until - now) / 1000)) })}
          </span>
          <button type="button" className="button" onClick={() => void takeBack()}>
            {say('deskUndo')}
          </button>
        </p>
      )}
    </div>
  );
}
