import { useEffect, useId, useState, type ReactElement } from 'react';
import type { CommentsSection } from '../../../model/definitions.g';
import { writeSpan } from '../../../runtime/dates';
import { usePage, useShell } from '../../data/context';
import { toPictureAddress } from '../../ui/Picture';
import { Times } from '../../ui/Words';
import { Icon } from '../../ui/icons';
import type { Comment } from './readComments';
import { CommentEditor } from './CommentEditor';
import { hasDraft, nameDraft } from './useDraft';
import { Wording } from '../../ui/OriginalMark';

/**
 * A comment with its replies, which stand in a box that opens and closes (ledger COM-05); without scripts it is open. A reply that was begun, as
 * before a detour through the login page, is shown again.
 */
export function CommentEntry({ comment, section }: { comment: Comment; section: CommentsSection }): ReactElement {
  const { say } = useShell();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { replies } = comment;
  const draft = nameDraft(usePage().actionContext.here, comment.id);
  useEffect(() => {
    if (hasDraft(draft)) setOpen(true);
  }, [draft]);
  return (
    <li className="comments-entry comments-top">
      <CommentWords comment={comment} />
      <button type="button" className="comments-toggle" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {replies.length > 0 ? say('replies', { count: replies.length }) : say('reply')}
        <Icon name="down" className="icon icon-small" />
      </button>
      <div id={id} className="comments-replies" hidden={!open}>
        {replies.length > 0 && (
          <ul>
            {replies.map((reply) => (
              <li key={reply.id} className="comments-entry comments-reply">
                <CommentWords comment={reply} />
              </li>
            ))}
          </ul>
        )}
        {open && <CommentEditor section={section} parentId={comment.id} to={comment.author} onSent={() => setOpen(false)} />}
      </div>
    </li>
  );
}

/** Who, when and what. The server has sanitised the content. */
function CommentWords({ comment: { author, image, time, html, hidden } }: { comment: Comment }): ReactElement {
  const { say, foreign } = useShell();
  const written = writeSpan(time, undefined, 'dateTime', usePage().showContext);
  const picture = toPictureAddress(image);
  return (
    <>
      <span className="comments-face">
        {picture === undefined ? <Icon name="user" /> : <img src={picture} alt="" width={44} height={44} loading="lazy" />}
      </span>
      <p className="comments-head">
        <span className="comments-author">
          <Wording text={author} />
        </span>
        <span className="comments-time">{written ? <Times {...written} /> : time}</span>
      </p>
      {hidden ? (
        <p className="comments-text quiet">{say('commentHidden')}</p>
      ) : (
        <div className="comments-text" lang={foreign(html)} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </>
  );
}
