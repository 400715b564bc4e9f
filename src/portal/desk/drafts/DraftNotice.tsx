import { useEffect, useState, type ReactElement } from 'react';
import { formatDateTime } from '../../../runtime/time';
import { useShell } from '../../data/context';
import { findDraft, type KeptDraft, settleDraft } from './deskDraft';
import './DraftNotice.css';

/** Tells whoever opens a form again of what they had not saved: that it is there again, or that somebody changed the item meanwhile. */
export function DraftNotice({ path, revision }: { path: string; revision: string }): ReactElement | null {
  const { say } = useShell();
  const [found, setFound] = useState<{ key: string; draft: KeptDraft }>();
  // What is kept later is what is being typed.
  useEffect(() => setFound(findDraft(path)), [path]);
  if (!found) return null;
  const { key, draft } = found;
  const isOlder = draft.revision !== revision;
  const settle = (kept: KeptDraft | undefined): void => {
    settleDraft(key, kept);
    window.location.reload();
  };
  return (
    <div className="draft-notice" role="status">
      <p>{say(isOlder ? 'deskDraftOlder' : 'deskDraftBack', { time: formatDateTime(draft.at) })}</p>
      <p className="draft-notice-end">
        {isOlder && (
          <button type="button" className="button button-small" onClick={() => settle(draft)}>
            {say('deskDraftRestore')}
          </button>
        )}
        <button type="button" className="button button-plain button-small" onClick={() => settle(undefined)}>
          {say('deskDraftForget')}
        </button>
      </p>
    </div>
  );
}
