import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CommentsSection } from '../../../model/definitions.g';
import { evaluateAll } from '../../../runtime/value';
import { usePortal } from '../../context';
import { notify, tellFailure } from '../../notices';
import { useSession } from '../../session';
import { useConfirm } from '../../show/useConfirm';
import { aboutItem, itemOfPage } from '../../toggles/shownItem';
import { paragraphsOf } from './commentCall';

/** Milliseconds that the thanks for a comment are seen (ledger COM-08). */
const thanksTime = 2000;

/** What a comment is written for. */
export interface EditorProps {
  section: CommentsSection;
  /** The comment that is replied to; -1 for none (ledger COM-11). */
  parentId: string;
  /** Whom the reply goes to. */
  to?: string;
  onSent?: () => void;
}

/** Drives the box in which a comment is written; what was typed survives a reload and a detour through the login page. */
export function useCommentEditor({ section, parentId, onSent }: EditorProps): { text: string; fault: string; busy: boolean; write: (text: string) => void; send: () => void; dialog: ReactElement | null } {
  const portal = usePortal();
  const { page, scope, call, say, acting } = portal;
  const { signedIn } = useSession();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const place = `comment ${acting.here} ${parentId}`;
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  useEffect(() => { try { setText(sessionStorage.getItem(place) ?? ''); } catch { /* Then there is no draft. */ } }, [place]);
  const write = (typed: string): void => {
    setText(typed);
    if (typed.trim() !== '') setFault('');
    try { if (typed === '') sessionStorage.removeItem(place); else sessionStorage.setItem(place, typed); } catch { /* It is then not kept. */ }
  };
  const submit = async (): Promise<void> => {
    const content = paragraphsOf(text);
    if (content === '') { setFault(say('commentEmpty')); return; }
    if (!signedIn) {
      if (await ask({ title: say('reminder'), text: say('commentLogin') })) navigate(`${acting.login}?redirect=${encodeURIComponent(acting.here)}`);
      return;
    }
    const endpoint = page.endpoints[section.add];
    if (!endpoint) return;
    setBusy(true);
    const reply = await call(endpoint, { ...evaluateAll(section.send, scope), ...aboutItem(section.about, itemOfPage(portal)), content, parentId });
    setBusy(false);
    if (!reply.ok) { tellFailure(reply); return; }
    write('');
    notify(say('commentSent'), 'positive', thanksTime);
    onSent?.();
  };
  const send = (): void => {
    if (running.current) return;
    running.current = true;
    void submit().finally(() => { running.current = false; });
  };
  return { text, fault, busy, write, send, dialog };
}
