import { useRef, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { useHydrated } from '../../data/hydration';
import type { SectionOf, SectionProps } from '../../ui/kindProps';
import { CommentEditor } from './CommentEditor';
import { CommentEntry } from './CommentEntry';
import './comments.css';
import { useComments } from './useComments';

// One file: where the tool is, the comments are.
export { CommentsTool } from './CommentsTool';

/** The comments on an item, and the box to write one (ledger COM-01). */
export function CommentsSection({ section }: SectionProps<SectionOf<'comments'>>): ReactElement {
  const { say } = useShell();
  const place = useRef<HTMLDivElement>(null);
  const { entries, total, state, more } = useComments(section, place);
  const live = useHydrated();
  return (
    <div ref={place} className="wrap comments" id="comments">
      <CommentEditor section={section} parentId="-1" />
      <p className="comments-total" role="status">
        {state === 'loading' ? say('loading') : say('commentTotal', { count: total })}
      </p>
      {entries.length > 0 && (
        <ul className="comments-list">
          {entries.map((comment) => (
            <CommentEntry key={comment.id} comment={comment} section={section} />
          ))}
        </ul>
      )}
      {state === 'more' && (
        <button type="button" className="button button-plain comments-more" disabled={!live} onClick={more}>
          {say('commentMore')}
        </button>
      )}
      {state === 'failed' && (
        <button type="button" className="button button-plain comments-more" onClick={more}>
          {say('retry')}
        </button>
      )}
      {state === 'all' && <p className="comments-end">{say(total === 0 ? 'noData' : 'commentsAll')}</p>}
    </div>
  );
}
