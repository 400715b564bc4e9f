import { useEffect, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CommentsSection } from '../../../model/definitions.g';
import { addReturn } from '../../../runtime/action';
import { stripTags } from '../../../runtime/display';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { notify, tellFailure } from '../../ui/notices';
import { useSession } from '../../data/session';
import { useSingleFlight } from '../../data/useSingleFlight';
import { useConfirm } from '../../ui/actions/useConfirm';
import { describeItem, describePageItem } from '../../ui/toggles/describeItem';
import { nameDraft, useDraft, type Draft } from './useDraft';

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

/** A comment that is being written. */
export interface CommentWriting {
  draft: Draft;
  fault: string;
  busy: boolean;
  send: () => void;
  dialog: ReactElement | null;
}

/** Characters of a comment at most, as the server has it; plain words are kept within by their box. */
const maxLength = 2000;

/** Drives the box in which a comment is written, by its id. */
export function useCommentEditor({ section, parentId, onSent }: EditorProps, id: string): CommentWriting {
  const { shell, call, say } = useShell();
  const pageContext = usePage();
  const { page, scope, actionContext } = pageContext;
  const { signedIn } = useSession();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const draft = useDraft(nameDraft(actionContext.here, parentId), id);
  const words = stripTags(draft.content).trim();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (words !== '') setFault('');
  }, [words]);
  const submit = async (): Promise<void> => {
    if (words === '') return setFault(say('commentEmpty'));
    if (words.length > maxLength) return setFault(say('commentLong', { most: maxLength }));
    if (!signedIn) {
      if (await ask({ title: say('reminder'), text: say('commentLogin') }))
        void navigate(addReturn(actionContext.login, actionContext.here));
      return;
    }
    const endpoint = page.endpoints[section.add];
    if (!endpoint) return;
    setBusy(true);
    const reply = await call(endpoint, {
      ...evaluateAll(section.send, scope),
      ...describeItem(section.about, describePageItem(shell, pageContext)),
      content: draft.content,
      parentId,
    });
    setBusy(false);
    if (!reply.ok) return tellFailure(reply);
    draft.clear();
    notify(say('commentSent'), 'positive', thanksTime);
    onSent?.();
  };
  return { draft, fault, busy, send: useSingleFlight(submit), dialog };
}
